import type { Client } from "../api/client.ts";
import {
  asError,
  hadNoEffect,
  isNotDeleted,
  isNotFound,
  isServiceError,
  OddRecordError,
  ProtocolError,
  RefusedError,
  StoppedError,
} from "../api/errors.ts";
import type { DomainRecord, ProjectRecord } from "../api/records.ts";
import { mayBeComponent } from "../resources/component/identity.ts";
import { hostNameOf, isOfProject } from "../resources/domain.ts";
import { hasSlug, isForeign } from "../resources/project-identity.ts";
import type { Step } from "./step.ts";

/**
 * What became of one request, as far as its answer says.
 *
 * - `answered`: 2xx with JSON or without a body; "not found" to a deletion.
 * - `refused`: 4xx with a message in JSON, and no earlier attempt is in doubt; `"deleted": false`.
 * - `not sent`: no connection, 429, a closed gate.
 * - `no answer`: it may have had an effect: the answer was lost, came too late, or says something else (5xx, HTML).
 */
export type Sent =
  | {
      readonly became: "answered";
      readonly id?: string;
      /** What the answer shows of the object. */
      readonly record?: object;
      /** A deletion that did not find its object. */
      readonly wasGone?: true;
    }
  | { readonly became: "refused" | "not sent" | "no answer"; readonly error: Error };

/** What an answer shows of an object that was written. */
export interface Answer {
  /** The id that it gives a new object. */
  readonly id?: string;
  readonly record?: object;
}

/** Sends one request. Judges nothing but its answer. Rejects only for a bug in this program. */
export async function send(request: () => Promise<Answer>, isDeletion = false): Promise<Sent> {
  try {
    return { became: "answered", ...(await request()) };
  } catch (error) {
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
    return failed(error, isDeletion);
  }
}

function failed(error: unknown, isDeletion: boolean): Sent {
  if (isDeletion && isNotFound(error)) return { became: "answered", wasGone: true };
  if (error instanceof OddRecordError) return { became: "answered" };
  if (isNotDeleted(error)) return { became: "refused", error };
  if (!hadNoEffect(error)) return { became: "no answer", error: asError(error) };
  const isRefused = error instanceof RefusedError && error.status !== 429;
  return { became: isRefused ? "refused" : "not sent", error: asError(error) };
}

/** What a step is written with. */
export interface Target {
  readonly client: Client;
  /** The id of the step's project. */
  readonly projectId: string;
  /** The ids that were there before. A create that is answered with one of them made nothing. */
  readonly known: ReadonlySet<string>;
}

/** Creates a project. The answer shows its id. */
export function createProject(client: Client, { body }: Step, known: ReadonlySet<string>): Promise<Sent> {
  return send(async () => {
    const record = await client.projects.create(body);
    refuseOther({ method: "POST", path: "/v1/projects" }, isOtherProject(record, body, known), describe(record));
    return { id: record.id, record };
  });
}

/** Sends the one request of a step below or to an existing project. */
export function write(step: Step, { client, projectId, known }: Target): Promise<Sent> {
  const { kind, action, body, id = "" } = step;
  if (action === "delete") return send(() => remove(client, step, projectId).then(() => ({})), true);
  if (kind === "project") return updateProject(client, projectId, body);
  if (kind === "domain") return attach(client, projectId, String(body["name"]));
  if (action === "update") return send(async () => ({ record: await client.components.update(projectId, id, body) }));
  return send(async () => {
    const record = await client.components.create(projectId, body);
    const path = `/v1/projects/${projectId}/components`;
    const isOther = known.has(record.id) || !mayBeComponent(String(body["component_slug"]), record);
    refuseOther({ method: "POST", path }, isOther, `component ${record.id}, which is another one`);
    return { id: record.id, record };
  });
}

/** Updates a project, also with the settings of a new one. */
export function updateProject(client: Client, projectId: string, body: Step["body"]): Promise<Sent> {
  return send(async () => ({ record: await client.projects.update(projectId, body) }));
}

export function attach(client: Client, projectId: string, name: string): Promise<Sent> {
  return send(async () => {
    const record = await client.domains.attach(projectId, name);
    const path = `/v1/projects/${projectId}/domains`;
    refuseOther({ method: "POST", path }, !isOfProject(projectId, record), `a record of project ${record.project_id}`);
    refuseOther(
      { method: "POST", path },
      !isNamed(record, name),
      `the host name ${record.name}. If that is how it stores ${name}, declare ${record.name}`,
    );
    return { id: record.name, record };
  });
}

export function detach(client: Client, projectId: string, name: string): Promise<Sent> {
  return send(() => client.domains.detach(projectId, name).then(() => ({})));
}

function remove(client: Client, { kind, id = "" }: Step, projectId: string): Promise<void> {
  if (kind === "project") return client.projects.delete(projectId);
  return kind === "component" ? client.components.delete(projectId, id) : client.domains.detach(projectId, id);
}

/** An answer with another object's record says nothing about the request. */
function refuseOther(call: { method: string; path: string }, isOther: boolean, what: string): void {
  if (isOther) throw new ProtocolError(call, `the service answered with ${what}`);
}

function isOtherProject(record: ProjectRecord, body: Step["body"], known: ReadonlySet<string>): boolean {
  if (known.has(record.id)) return true;
  if ((record.slug ?? "") !== "" && !hasSlug(record, String(body["slug"]))) return true;
  return isForeign(record, String(body["organization_id"]));
}

function describe({ id, slug, organization_id: owner }: ProjectRecord): string {
  return `${id}, which is project ${slug ?? id}${owner === undefined || owner === null ? "" : ` of ${owner}`}. If it is the declared one, pin it with \`id: ${id}\` before the next run, which may create one more otherwise`;
}

function isNamed(record: DomainRecord, name: string): boolean {
  return hostNameOf(record) === hostNameOf({ name });
}

/** Waits by the client's clock. False if the run is stopped meanwhile. */
export async function paused(client: Client, milliseconds: number, reason: string): Promise<boolean> {
  try {
    await client.pause(milliseconds, reason);
    return true;
  } catch (error) {
    if (error instanceof StoppedError) return false;
    throw error;
  }
}
