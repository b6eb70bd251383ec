import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import { isNotFound } from "../../api/errors.ts";
import { type Fields, isObject } from "../../resources/json.ts";
import type { Change } from "../../resources/kind.ts";
import { planning } from "../../reconcile/view.ts";
import { isShort } from "../../resources/short-record.ts";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, type Binding, type Shape } from "../shapes/shape.ts";
import { readUnlessGone } from "./find.ts";
import { organizationFor, organizationIn, outputsOf, properties, refuseOtherOrigin } from "./state.ts";

/**
 * Reads the live object into the state: the declared inputs, with the live value if it means something else. A resource
 * that is only looked up (`get`) declares nothing; it gets everything that may be shown.
 */
export async function read<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<dynamic.ReadResult> {
  const { client, observer } = connection;
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const parsed = shape.parseId(id);
  // Every state has an origin; the properties of a `get` have none.
  const isInState = typeof state["origin"] === "string";
  const isManaged = isInState && state["lookedUp"] !== true;
  const recorded = { ...(isManaged ? inputsOf(shape, state) : {}), ...parsed.inputs };
  const binding = await shape.bind(connection, recorded);
  connection.forgetOlder(LIST_AGE);
  // A record of a list may be short, and nothing says which fields a `get` needs: it reads the object by its id.
  const listed = isManaged ? await readFromList(shape, binding, connection, recorded, parsed.id) : undefined;
  if (!isInState) observer.forget([binding.part(parsed.id)]);
  const live =
    listed ??
    (isInState
      ? await readUnlessGone(shape, binding, connection, parsed.id, organizationIn(state))
      : await observer.plan(planning((view) => binding.foreign(view, parsed.id))));
  if (live === undefined) {
    if (isInState) return {};
    throw new Error(`There is no ${subject}.`);
  }
  if (!isInState) connection.claims.lookedUp.add(`${shape.name} ${binding.pulumiId(binding.idOf(live))}`);
  const inputs = isManaged
    ? withDrift(shape, recorded, binding.drift(declaredOf(shape, comparable(shape, recorded)), live))
    : await observed(shape, binding, connection, parsed.inputs, live);
  const declared = properties(shape, { ...inputs, ...profileOf(state) });
  const organization = await organizationFor(connection, { ...declared, organization: state["organization"] });
  const outputs = outputsOf(shape, declared, live, {
    organization,
    origin: client.origin,
    ownedSince: state["ownedSince"],
  });
  return { id, props: isManaged ? outputs : { ...outputs, lookedUp: true }, inputs: declared };
}

/** A lookup names its account too. */
function profileOf({ profile }: Fields): Fields {
  return typeof profile === "string" ? { profile } : {};
}

/** Milliseconds that one list serves a refresh: like a plan, a refresh shows the service as of one time. */
const LIST_AGE = 60_000;

/** One list serves the objects of a project. If it does not show the object whole, that is read by itself. */
async function readFromList<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  { observer }: Connection,
  inputs: Fields,
  id: string,
): Promise<Live | undefined> {
  const declared = declaredOf(shape, comparable(shape, inputs));
  try {
    const listed = await observer.plan(planning((view) => binding.listed(view, id)));
    return listed === undefined || isShort(declared, listed, binding.compare(declared, listed)) ? undefined : listed;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** Without odd values that an earlier refresh found: they cannot be declared, so they differ until an update. */
export function comparable(shape: { readonly inputs: z.ZodObject }, recorded: Fields): Fields {
  const { error } = shape.inputs.safeParse(recorded);
  const odd = new Set(error?.issues.map(({ path: [field] }) => field));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !odd.has(name)));
}

/** The declared inputs, with the live value where it differs. */
export function withDrift(shape: { readonly inputs: z.ZodObject }, inputs: Fields, changes: readonly Change[]): Fields {
  const drifted: Record<string, unknown> = { ...inputs };
  for (const { path, from } of changes) {
    const [name = "", ...rest] = path.split(".");
    const owner = drifted[name];
    const isField = Object.hasOwn(shape.inputs.shape, name) && Object.hasOwn(inputs, name);
    if (isField && rest.length === 0) drifted[name] = from;
    else if (isField && isObject(owner)) drifted[name] = { ...owner, [rest.join(".")]: from };
    else drifted["extra"] = { ...(isObject(drifted["extra"]) ? drifted["extra"] : {}), [path]: from };
  }
  return drifted;
}

async function observed<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  connection: Connection,
  fromId: Fields,
  live: Live,
): Promise<Fields> {
  // Bind again: only now it is known which component to look up in the catalogue.
  const rebound = await shape.bind(connection, { ...binding.observe(live), ...fromId });
  const present = Object.entries(rebound.observe(live)).filter(([, value]) => value !== undefined && value !== null);
  return { ...fromId, ...Object.fromEntries(present) };
}
