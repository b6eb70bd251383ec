import type { z } from "zod";
import type { Client } from "../../api/client.ts";
import type { Connection } from "../connection.ts";
import { camelCase, fieldsFromService, type Fields } from "../naming.ts";
import type { Shape } from "../kinds/shape.ts";

/*
 * The outputs of a resource are its inputs as they were declared, no more and no less (an input that is there was
 * declared; `read`, which is given the outputs only, lives on that), what the service says besides under other names,
 * the origin of the service, and the organization: both say whether "not found" can mean that it is gone.
 */

export function outputsOf<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  properties: Fields,
  live: Live,
  { organization, origin }: { readonly organization: string | undefined; readonly origin: string },
): Fields {
  return clean({ ...declaredProperties(shape, properties), ...shape.outputs(live), organization, origin });
}

/** The organization that the state of what is in a project has to name: known already, or looked up. */
export async function organizationFor(connection: Connection, properties: Fields): Promise<string | undefined> {
  const { projectId, organization } = properties;
  if (typeof projectId !== "string") return undefined;
  return typeof organization === "string" ? organization : connection.organizationOf(projectId);
}

/** The organization that a resource is in, as its state has it: of a project declared, of what is in one looked up. */
export function organizationIn({ organizationId, organization }: Fields): string | undefined {
  const known = organizationId ?? organization;
  return typeof known === "string" ? known : undefined;
}

/** The declared inputs among a resource's properties, in camel case. */
export function declaredProperties(shape: { readonly inputs: z.ZodObject }, properties: Fields): Fields {
  const names = Object.keys(shape.inputs.shape).map(camelCase);
  return Object.fromEntries(
    names.filter((name) => properties[name] !== undefined).map((name) => [name, properties[name]]),
  );
}

/** Inputs by the service's names as a resource's properties. */
export function properties(shape: { readonly inputs: z.ZodObject }, inputs: Fields): Fields {
  return clean(fieldsFromService(shape.inputs, inputs));
}

/** An `undefined` among the properties makes Pulumi fail after the object was made, and lose it. */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * A resource belongs to the service it was made on. Another one would say "not found" of it, which is not "gone".
 * Properties without an origin are not from a state: nothing is refused.
 */
export function refuseOtherOrigin(subject: string, state: Fields, client: Client): void {
  const { origin } = state;
  if (typeof origin !== "string" || origin === client.origin) return;
  throw new Error(
    `${subject} was made on ${origin}, and the service configured now is ${client.origin}. Configure the one it was made on.`,
  );
}
