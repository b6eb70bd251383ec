import type { Client } from "../../api/client.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import type { Kind, Resource } from "../kinds/kind.ts";
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
  const others = { ...kind.outputs?.(live), organization, origin, __ownedSince };
  return clean({ ...Object.fromEntries(declared), ...others });
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

/** The organization of a resource by its state. */
export function organizationIn({ organizationId, organization }: Fields): string | undefined {
  const known = organizationId ?? organization;
  return typeof known === "string" ? known : undefined;
}

/** Inputs by the service's names as a resource's properties. */
export function properties(kind: Pick<Kind, "inputs">, inputs: Fields): Fields {
  return clean(fieldsFromService(kind.inputs, inputs));
}

/** An `undefined` among the properties makes Pulumi fail after the create, and lose the object (observed). */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Throws if the resource was created on another service: its "not found" would not mean that the object is gone. Properties
 * without an origin are not from a state, and nothing is refused.
 */
export function refuseOtherOrigin(subject: string, { origin }: Fields, client: Client): void {
  if (typeof origin !== "string" || origin === client.origin) return;
  throw new Error(
    `${subject} was created on ${origin}, but the configured service is ${client.origin}. Configure ${origin}.`,
  );
}
