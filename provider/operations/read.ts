import type { dynamic } from "@pulumi/pulumi";
import type { Fields } from "../../core/resources/json.ts";
import { isPartial } from "../../core/resources/partial-record.ts";
import { bind, declaredFields, inputsOf, type Resource } from "../kinds/resource-kind.ts";
import { claimOf, idOf } from "../kinds/names.ts";
import { withoutCopies } from "../hide-outputs.ts";
import { present } from "../naming.ts";
import { namesIn } from "../secret-arguments.ts";
import { comparable, withDrift } from "./drift.ts";
import { readNow, readRow, readUnlessGone } from "./read-live.ts";
import { organizationFor, outputsOf, properties, type StateRecord } from "./state.ts";

/**
 * Reads the live object into the state: the declared inputs, with the live value if it means something else. A resource
 * that is only looked up (`get`) declares nothing; it gets everything that may be shown.
 */
export async function read(found: StateRecord): Promise<dynamic.ReadResult> {
  const { kind, connection, id, pulumiId, subject, state } = found;
  // Every state has an origin; the properties of a `get` have none.
  const isInState = typeof state["origin"] === "string";
  const isManaged = isInState && state["__lookedUp"] !== true;
  if (!isInState) refuseOddName(found);
  const recorded = { ...(isManaged ? inputsOf(kind, state) : {}), ...found.inputs };
  // No message shows a secret beside an odd value, which is not compared.
  await bind(kind, connection, recorded);
  const resource = await bind(kind, connection, comparable(kind, recorded));
  connection.forgetOlder(LIST_AGE);
  const live = isInState
    ? ((isManaged ? await readFromList(resource, id) : undefined) ?? (await readUnlessGone(resource, found)))
    : await connection.claims.noting(lookUp(resource, id, subject));
  if (live === undefined) return {};
  const inputs = isManaged
    ? withDrift(recorded, resource.compare(live, false))
    : { ...(await shown(resource, live)), ...found.inputs, profile: state["profile"] };
  const declared = properties(kind, inputs);
  const organization = await organizationFor(connection, { ...declared, organization: state["organization"] });
  const outputs = outputsOf(resource, declared, live, { ...state, organization });
  return { id: pulumiId, props: isManaged ? outputs : { ...outputs, __lookedUp: true }, inputs: declared };
}

/** Throws if no program can declare the name in an id that is looked up or imported. */
function refuseOddName({ kind, subject, inputs }: StateRecord): void {
  const issues = kind.inputs.safeParse(inputs).error?.issues ?? [];
  const odd = issues.find(({ path: [name = ""] }) => Object.hasOwn(inputs, name));
  if (odd !== undefined) throw new Error(`${subject} cannot be read: ${odd.message}.`);
}

/** Reads an object that a program looks up (`get`). */
async function lookUp(resource: Resource, id: string, subject: string): Promise<object> {
  const live = await readNow(resource, id);
  if (live === undefined) throw new Error(`There is no ${subject}.`);
  claimOf(resource, idOf(resource, live)).isLookedUp = true;
  return live;
}

/** Milliseconds that one list serves a refresh: like a plan, a refresh shows the service as of one time. */
const LIST_AGE = 60_000;

/** `undefined` if the list does not show the object whole: then that is read by itself. */
async function readFromList(resource: Resource, id: string): Promise<object | undefined> {
  const { kind, inputs } = resource;
  const row = await readRow(resource, id);
  if (row === undefined || isPartial(declaredFields(kind, inputs), row, [])) return undefined;
  // A list may lag, and leave out what the outputs need.
  const hasOutputs = kind.outputs.every((output) => output in row);
  return hasOutputs && resource.compare(row, false).length === 0 ? row : undefined;
}

async function shown({ kind, connection, inputs, ...resource }: Resource, live: object): Promise<Fields> {
  // Bind again: only now it is known which component to look up in the catalogue.
  const rebound = await bind(kind, connection, { ...resource.shown(live), ...inputs });
  const found = present(rebound.shown(live));
  return withoutCopies(found, rebound.secretsIn?.(live) ?? [], namesIn(properties(kind, found)));
}
