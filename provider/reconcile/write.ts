import type { Client } from "../api/client.ts";
import { ProtocolError } from "../api/errors.ts";
import type { DomainRecord, ProjectRecord } from "../api/records.ts";
import { mayBeComponent } from "../resources/component/identity.ts";
import { hostNameOf, isOfProject } from "../resources/domain.ts";
import { hasSlug, isForeign } from "../resources/project-identity.ts";
import { send, type Sent } from "./sent.ts";
import type { Step } from "./step.ts";

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
