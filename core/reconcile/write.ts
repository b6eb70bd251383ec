import type { Body, Client } from "../api/client.ts";
import { isServiceError, ProtocolError, type Call } from "../api/errors.ts";
import type { DomainRecord, ProjectRecord } from "../api/records.ts";
import { mayBeComponent } from "../resources/component/identity.ts";
import { hostNameOf } from "../resources/domain.ts";
import { canonicalHostName } from "../resources/host-name.ts";
import { ID_FIELDS, SECTIONS, type ChildKind } from "../resources/kind.ts";
import { isOthers, ownerOf } from "../resources/owner.ts";
import { hasSlug, isForeign } from "../resources/project-identity.ts";
import { send, type WriteResult } from "./attempts.ts";
import { bySpelling } from "./try-spellings.ts";
import type { Step } from "./step.ts";

/** Creates a project. The answer shows its id. */
export function createProject(client: Client, { body }: Step, known: ReadonlySet<string>): Promise<WriteResult> {
  return send(async () => {
    const record = await client.projects.create(body);
    const call = { method: "POST", path: "/v1/projects" };
    refuseOther(call, isOtherProject(record, body, known), describe(record));
    const named = isNamed(record) ? record : await ofId(client, record.id);
    refuseOther(call, named !== undefined && isOtherProject(named, body, known), describe(named ?? record));
    return { id: record.id, record };
  });
}

/** True if a record says of itself which project it is. */
function isNamed({ slug, organization_id: owner }: ProjectRecord): boolean {
  return (slug ?? "") !== "" && (owner ?? "") !== "";
}

/** The project of an id, before more is written there. `undefined` if that cannot be read: a new project may be late. */
async function ofId(client: Client, id: string): Promise<ProjectRecord | undefined> {
  try {
    return await client.projects.get(id);
  } catch (error) {
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/** Sends the one request of a step in or to an existing project. `known`: the ids that were there before. */
export function write(
  { kind, action, body, id = "" }: Step,
  client: Client,
  projectId: string,
  known: ReadonlySet<string>,
): Promise<WriteResult> {
  const isProject = kind === "project";
  if (action === "delete")
    return send(async () => {
      await (isProject
        ? client.projects.delete(projectId)
        : bySpelling(kind, id, (name) => client[SECTIONS[kind]].delete(projectId, name)));
      return {};
    }, true);
  if (isProject) return updateProject(client, projectId, body);
  if (action !== "update") return createChild(client, kind, projectId, body, known);
  return send(async () => ({ record: await client[SECTIONS[kind]].update(projectId, id, body) }));
}

/** A create that is answered with the record of an object that is known made nothing. */
function createChild(
  client: Client,
  kind: ChildKind,
  projectId: string,
  body: Body,
  known: ReadonlySet<string>,
): Promise<WriteResult> {
  return send(async () => {
    const record = await client[SECTIONS[kind]].create(projectId, body);
    const id = String(record[ID_FIELDS[kind]]);
    const call = { method: "POST", path: `/v1/projects/${projectId}/${SECTIONS[kind]}` };
    refuseOther(call, isOthers(kind, record, projectId), `a record of project ${ownerOf(kind, record)}`);
    if (kind === "domain") refuseOtherName(call, record, String(body["name"]));
    else {
      const { component_slug: slug } = record;
      const isOther = !mayBeComponent(String(body["component_slug"]), { component_slug: slug });
      refuseOther(call, known.has(id) || isOther, `${kind} ${id}, which is another one`);
    }
    return { id, record };
  });
}

/** Updates a project, also with the settings of a new one. */
export function updateProject(client: Client, projectId: string, body: Body): Promise<WriteResult> {
  return send(async () => ({ record: await client.projects.update(projectId, body) }));
}

export function attach(client: Client, projectId: string, name: string): Promise<WriteResult> {
  return createChild(client, "domain", projectId, { name }, new Set());
}

/** An answer with another object's record says nothing about the request. */
function refuseOther(call: Call, isOther: boolean, what: string): void {
  if (isOther) throw new ProtocolError(call, `the service answered with ${what}`);
}

function isOtherProject(record: ProjectRecord, body: Body, known: ReadonlySet<string>): boolean {
  if (known.has(record.id)) return true;
  if ((record.slug ?? "") !== "" && !hasSlug(record, String(body["slug"]))) return true;
  return isForeign(record, String(body["organization_id"]));
}

function describe({ id, slug, organization_id: owner }: ProjectRecord): string {
  return `${id}, which is project ${slug ?? id}${owner === undefined || owner === null ? "" : ` of ${owner}`}. If it is the declared one, pin it with \`id: ${id}\` before the next run, which may create one more otherwise`;
}

function refuseOtherName(call: Call, { name = "" }: Partial<DomainRecord>, declared: string): void {
  const isNamed = hostNameOf({ name }) === hostNameOf({ name: declared });
  const remedy = canonicalHostName(name) === undefined ? "" : `. If that is how it stores ${declared}, declare ${name}`;
  refuseOther(call, !isNamed, `the host name ${name}${remedy}`);
}
