import type { dynamic } from "@pulumi/pulumi";
import { isNotFound } from "../../api/errors.ts";
import type { Fields } from "../../resources/json.ts";
import { planning } from "../../reconcile/view.ts";
import { isShort } from "../../resources/short-record.ts";
import type { Connection } from "../connection.ts";
import { claimOf, inputsOf, type Binding, type Declaration, type Shape } from "../shapes/shape.ts";
import { comparable, withDrift } from "./drift.ts";
import { readUnlessGone } from "./read-live.ts";
import { organizationFor, organizationIn, outputsOf, properties, refuseOtherOrigin } from "./state.ts";

/**
 * Reads the live object into the state: the declared inputs, with the live value if it means something else. A resource
 * that is only looked up (`get`) declares nothing; it gets everything that may be shown.
 */
export async function read(
  shape: Shape,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<dynamic.ReadResult> {
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, connection.client);
  const parsed = shape.parseId(id);
  // Every state has an origin; the properties of a `get` have none.
  const isInState = typeof state["origin"] === "string";
  const isManaged = isInState && state["lookedUp"] !== true;
  const recorded = { ...(isManaged ? inputsOf(shape, state) : {}), ...parsed.inputs };
  const binding = await shape.bind(connection, recorded);
  const declaration = isManaged ? binding.declare(comparable(shape, recorded)) : undefined;
  connection.forgetOlder(LIST_AGE);
  const live = isInState
    ? ((await readFromList(binding, declaration, parsed.id)) ??
      (await readUnlessGone(binding, parsed.id, organizationIn(state))))
    : await lookUp(binding, parsed.id, subject);
  if (live === undefined) return {};
  const inputs = declaration
    ? withDrift(shape, recorded, declaration.drift(live))
    : await observed(binding, parsed.inputs, live);
  const declared = properties(shape, { ...inputs, ...profileOf(state) });
  const organization = await organizationFor(connection, { ...declared, organization: state["organization"] });
  const outputs = outputsOf(binding, declared, live, { organization, ownedSince: state["ownedSince"] });
  return { id, props: isManaged ? outputs : { ...outputs, lookedUp: true }, inputs: declared };
}

/** Reads what a program looks up (`get`). Throws if there is none. */
async function lookUp(binding: Binding, id: string, subject: string): Promise<object> {
  const { claims, observer } = binding.connection;
  observer.forget([binding.part(id)]);
  const live = await observer.plan(planning((view) => binding.foreign(view, id)));
  if (live === undefined) throw new Error(`There is no ${subject}.`);
  claims.lookedUp.add(claimOf(binding, binding.idOf(live)));
  return live;
}

/** A lookup names its account too. */
function profileOf({ profile }: Fields): Fields {
  return typeof profile === "string" ? { profile } : {};
}

/** Milliseconds that one list serves a refresh: like a plan, a refresh shows the service as of one time. */
const LIST_AGE = 60_000;

/**
 * One list serves the objects of a project. `undefined` if it does not show the object whole: then that is read by itself. So is a lookup,
 * which has no declaration: nothing says which fields it needs.
 */
async function readFromList(
  binding: Binding,
  declaration: Declaration | undefined,
  id: string,
): Promise<object | undefined> {
  if (declaration === undefined) return undefined;
  try {
    const listed = await binding.connection.observer.plan(planning((view) => binding.listed(view, id)));
    const isWhole = listed !== undefined && !isShort(declaration.fields, listed, declaration.compare(listed));
    return isWhole ? listed : undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

async function observed(binding: Binding, fromId: Fields, live: object): Promise<Fields> {
  // Bind again: only now it is known which component to look up in the catalogue.
  const rebound = await binding.shape.bind(binding.connection, { ...binding.observe(live), ...fromId });
  const present = Object.entries(rebound.observe(live)).filter(([, value]) => value !== undefined && value !== null);
  return { ...fromId, ...Object.fromEntries(present) };
}
