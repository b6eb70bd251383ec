import { isServiceError } from "../../core/api/errors.ts";
import { UNREADABLE_OWNER } from "../../core/api/records.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import type { ResourceKind, Resource } from "../kinds/resource-kind.ts";
import { parseId } from "../kinds/names.ts";
import { camelCase, fieldsFromService } from "../naming.ts";

/*
 * The outputs of a resource are:
 * - its inputs as declared, no more and no less: `read` receives only the outputs, and treats every input in them as declared;
 * - what else the service says, under other names;
 * - the origin of the service and the organization, which tell whether "not found" can mean that the object is gone;
 * - `__ownedSince`: when the resource created or adopted the object, in milliseconds since the epoch;
 * - `__lookedUp: true` if the resource was only looked up, and so declares nothing.
 *
 * Pulumi shows no name that begins with two underscores.
 */

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

/** The organization for the state of a component or domain, which never changes. `undefined` if its project cannot be read. */
export async function organizationFor(
  { look, organizations }: Account,
  { projectId, organization }: Fields,
): Promise<string | undefined> {
  if (typeof projectId !== "string") return undefined;
  if (typeof organization === "string") return organization;
  try {
    const known = organizations.get(projectId) ?? (await look((view) => view.project(projectId)))?.organization_id;
    if (typeof known !== "string" || known === UNREADABLE_OWNER) return undefined;
    organizations.set(projectId, known);
    return known;
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/** A resource that Pulumi's state has, or that a program looks up by its id. */
export type StateRecord = ReturnType<typeof recordedAs>;

/**
 * Throws if the resource was created on another service: its "not found" would not mean that the object is gone, and its id may mean
 * something else there. Properties without an origin are not from a state, and nothing is refused.
 */
export function recordedAs(kind: ResourceKind, connection: Account, givenId: string, state: Fields) {
  const { origin } = connection.client;
  const subject = `${kind.name} ${givenId}`;
  if (typeof state["origin"] === "string" && state["origin"] !== origin) {
    throw new Error(
      `${subject} was created on ${state["origin"]}, but the configured service is ${origin}. Configure ${state["origin"]}.`,
    );
  }
  const known = state["organizationId"] ?? state["organization"];
  const organization = typeof known === "string" ? known : undefined;
  const { id, projectId, inputs } = parseId(kind, givenId);
  // An import may write a host name in another form.
  const pulumiId = kind.name === "project" ? id : `${projectId}/${id}`;
  const claim = connection.claims.of(kind.name, id, pulumiId);
  return { id, projectId, inputs, kind, connection, pulumiId, subject, state, organization, claim };
}

/** Inputs by the service's names as a resource's properties. */
export function properties(kind: Pick<ResourceKind, "inputs">, inputs: Fields): Fields {
  return clean(fieldsFromService(kind.inputs, inputs));
}

/** An `undefined` among the properties makes Pulumi fail after the create, and lose the object (observed). */
function clean(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
