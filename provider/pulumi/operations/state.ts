import type { z } from "zod";
import type { Client } from "../../api/client.ts";
import type { Connection } from "../connection.ts";
import { camelCase, fieldsFromService } from "../naming.ts";
import type { Binding } from "../shapes/shape.ts";
import type { Fields } from "../../resources/json.ts";

/*
 * The outputs of a resource are:
 * - its inputs as declared, no more and no less: `read` receives only the outputs, and treats every input in them as declared;
 * - what else the service says, under other names;
 * - the origin of the service and the organization, which tell whether "not found" can mean that the object is gone;
 * - `ownedSince`: when the resource created or adopted the object, in milliseconds since the epoch. Resources that are only
 *   looked up have none;
 * - `lookedUp: true` if the resource was only looked up, and so declares nothing.
 */

/** Which organization an object belongs to, and since when its resource has it. */
export interface Ownership {
  readonly organization: string | undefined;
  readonly ownedSince: unknown;
}

export function outputsOf(
  { shape, connection }: Binding,
  properties: Fields,
  live: object,
  { organization, ownedSince }: Ownership,
): Fields {
  const { origin } = connection.client;
  const names = Object.keys(shape.inputs.shape).map(camelCase);
  const declared = Object.fromEntries(names.map((name) => [name, properties[name]]));
  return clean({ ...declared, ...shape.outputs(live), organization, origin, ownedSince });
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
export function properties(shape: { readonly inputs: z.ZodObject }, inputs: Fields): Fields {
  return clean(fieldsFromService(shape.inputs, inputs));
}

/** An `undefined` among the properties makes Pulumi fail after the create, and lose the object (observed). */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Throws if the resource was created on another service: its "not found" would not mean that the object is gone. Properties
 * without an origin are not from a state, and nothing is refused.
 */
export function refuseOtherOrigin(subject: string, state: Fields, client: Client): void {
  const { origin } = state;
  if (typeof origin !== "string" || origin === client.origin) return;
  throw new Error(
    `${subject} was created on ${origin}, but the configured service is ${client.origin}. Configure ${origin}.`,
  );
}
