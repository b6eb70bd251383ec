import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import type { Kind, Resource } from "../kinds/kind.ts";
import { parseId, type Address } from "../kinds/names.ts";
import { camelCase, fieldsFromService } from "../naming.ts";

/*
 * The outputs of a resource are:
 * - its inputs as declared, no more and no less: `read` receives only the outputs, and treats every input in them as declared;
 * - what else the service says, under other names;
 * - the origin of the service and the organization, which tell whether "not found" can mean that the object is gone;
 * - `__ownedSince`: when the resource created or adopted the object, in milliseconds since the epoch. Resources that are only
 *   looked up have none;
 * - `__lookedUp: true` if the resource was only looked up, and so declares nothing.
 *
 * Pulumi shows no name that begins with two underscores. States of earlier versions have `secretInputs`, `ownedSince` and
 * `lookedUp`.
 */

/** `state`: what the resource is known to be. */
export function outputsOf({ kind, connection }: Resource, properties: Fields, live: object, state: Fields): Fields {
  const { organization, __ownedSince } = state;
  const { origin } = connection.client;
  const declared = Object.keys(kind.inputs.shape).map((name) => [camelCase(name), properties[camelCase(name)]]);
  const others = kind.outputs.map((name) => {
    const value: unknown = Reflect.get(live, name);
    return [camelCase(name), kind.outputOf === undefined ? value : kind.outputOf(value)];
  });
  return clean({ ...Object.fromEntries([...declared, ...others]), organization, origin, __ownedSince });
}

const INTERNAL: ReadonlySet<string> = new Set(["secretInputs", "ownedSince", "lookedUp"]);

/** A state as this version writes it. */
export function currentState(state: Fields): Fields {
  const entries = Object.entries(state).map(([name, value]) => [INTERNAL.has(name) ? `__${name}` : name, value]);
  return Object.fromEntries(entries);
}

/** The organization for the state of a component or domain: the known one, or that of its project. */
export async function organizationFor(connection: Connection, properties: Fields): Promise<string | undefined> {
  const { projectId, organization } = properties;
  if (typeof projectId !== "string") return undefined;
  return typeof organization === "string" ? organization : connection.organizationOf(projectId);
}

/** A resource that Pulumi's state has, or that a program looks up by its id. */
export interface Recorded extends Address {
  readonly kind: Kind;
  readonly connection: Connection;
  readonly pulumiId: string;
  /** `kind id`, with the id in Pulumi: in messages, and among the claims of an update. */
  readonly subject: string;
  readonly state: Fields;
  /** Its organization, if the state has it. */
  readonly organization: string | undefined;
}

/**
 * Throws if the resource was created on another service: its "not found" would not mean that the object is gone, and its id may mean
 * something else there. Properties without an origin are not from a state, and nothing is refused.
 */
export function recordedAs(kind: Kind, connection: Connection, pulumiId: string, state: Fields): Recorded {
  const { origin } = connection.client;
  const subject = `${kind.name} ${pulumiId}`;
  if (typeof state["origin"] === "string" && state["origin"] !== origin) {
    throw new Error(
      `${subject} was created on ${state["origin"]}, but the configured service is ${origin}. Configure ${state["origin"]}.`,
    );
  }
  const known = state["organizationId"] ?? state["organization"];
  const organization = typeof known === "string" ? known : undefined;
  return { ...parseId(kind, pulumiId), kind, connection, pulumiId, subject, state, organization };
}

/** Inputs by the service's names as a resource's properties. */
export function properties(kind: Pick<Kind, "inputs">, inputs: Fields): Fields {
  return clean(fieldsFromService(kind.inputs, inputs));
}

/** An `undefined` among the properties makes Pulumi fail after the create, and lose the object (observed). */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
