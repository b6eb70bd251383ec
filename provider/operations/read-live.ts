import { isNotFound } from "../../core/api/errors.ts";
import { poll } from "../../core/reconcile/poll.ts";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";
import { domainNamed, type View } from "../../core/reconcile/snapshot-view.ts";
import { SECTIONS } from "../../core/resources/kind.ts";
import { refuseOthers, requireOwn } from "../../core/resources/owner.ts";
import { isForeign } from "../../core/resources/project-identity.ts";
import { GONE } from "../configuration.ts";
import { requiredText, type Resource } from "../kinds/resource-kind.ts";
import { idOf, projectIdIn, pulumiId } from "../kinds/names.ts";
import type { StateRecord } from "./state.ts";

/** The row of an object in the list that has it. */
export function listedIn(view: View, resource: Resource, id: string): object | undefined {
  const { kind, inputs } = resource;
  const rows: readonly object[] =
    kind.name === "project"
      ? view.projects(parentIn(resource)).records
      : view[SECTIONS[kind.name]](requiredText(inputs, "project_id"));
  return rows.find((row) => idOf(resource, row) === id);
}

/**
 * An object by its id or name. `undefined` only if the service itself says that it is gone, and its project is not. Throws UncertainOwnerError
 * for an object of another parent. `isNew`: also unless it is certain that it is of this one.
 */
export function readIn(view: View, resource: Resource, id: string, isNew = false): object | undefined {
  const [live, parent] = [readById(view, resource, id), parentIn(resource)];
  if (live === undefined || parent === undefined) return live;
  if (isNew) requireOwn(resource.kind.name, live, parent, () => listedIn(view, resource, id));
  else refuseOthers(resource.kind.name, live, parent);
  return live;
}

function readById(view: View, resource: Resource, id: string): object | undefined {
  const projectId = projectIdIn(resource);
  if (projectId === undefined) return view.project(id);
  return resource.kind.name === "domain" ? domainNamed(view, projectId, id) : view.component(projectId, id);
}

/** The object with the key in the lists. Throws as `find` does, and UncertainOwnerError for an object of another parent. */
export function findIn(view: View, resource: Resource): object | undefined {
  const [live, parent] = [resource.find(view), parentIn(resource)];
  if (live !== undefined && parent !== undefined) refuseOthers(resource.kind.name, live, parent);
  return live;
}

/** The organization of a project, and the project of what is in it. `undefined` for a project that is only looked up. */
function parentIn({ kind, inputs }: Resource): string | undefined {
  const { [kind.name === "project" ? "organization_id" : "project_id"]: parent } = inputs;
  return typeof parent === "string" ? parent : undefined;
}

/** Reads an object by its id or name, also if this process has read it before. `undefined` if it is gone. */
export function readNow(resource: Resource, id: string): Promise<object | undefined> {
  const { look, observer } = resource.connection;
  observer.forget([{ of: resource.kind.name, key: pulumiId(resource, id) }]);
  return look((view) => readIn(view, resource, id));
}

/** The row of an object in the list that has it: one list serves all objects of a project. `undefined` also if there is no such list. */
export async function readRow(resource: Resource, id: string): Promise<object | undefined> {
  try {
    return await resource.connection.look((view) => listedIn(view, resource, id));
  } catch (error) {
    // The project is gone too.
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

export function learnSecrets(resource: Resource, live: object | undefined): void {
  if (live !== undefined) resource.connection.redaction.add(resource.secretsIn?.(live) ?? []);
}

/** An object is not found, and may be there all the same. */
class UnsureError extends Error {}

/** So says its list. */
export class ListedError extends UnsureError {}

/**
 * Reads the live object; `undefined` if it is certain that it is gone. One that a resource got a moment ago may be late: it is read again
 * until the settle window is over.
 */
export async function readUnlessGone(resource: Resource, recorded: StateRecord): Promise<object | undefined> {
  const { connection, state, subject } = recorded;
  const since = typeof state["__ownedSince"] === "number" ? state["__ownedSince"] : 0;
  const schedule = { until: since + SETTLE_WINDOW, reason: () => `for ${subject} to be found` };
  const reading = async (): Promise<{ live?: object | undefined; error?: UnsureError }> => {
    try {
      return { live: await readOnceUnlessGone(resource, recorded) };
    } catch (error) {
      if (error instanceof UnsureError) return { error };
      throw error;
    }
  };
  const { live, error } = (await poll(connection.client, schedule, reading, (each) => each.live !== undefined)).last;
  if (error !== undefined) throw error;
  return live;
}

/**
 * The same, read once. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore only taken to be gone if the user says so.
 */
async function readOnceUnlessGone(resource: Resource, recorded: StateRecord): Promise<object | undefined> {
  const { connection, kind, id, projectId, organization } = recorded;
  try {
    const live = await readNow(resource, id);
    if (live !== undefined) return live;
    if (kind.name !== "project") {
      // A late read: what is listed is not gone.
      connection.observer.forget([{ of: SECTIONS[kind.name], key: projectId }]);
      if ((await connection.look((view) => listedIn(view, resource, id))) === undefined) return undefined;
      throw new ListedError(`${kind.name} ${id} is not found by its id, and its list shows it. Run this again.`);
    }
  } catch (error) {
    // The read of a child ends like this only if its project does not answer either.
    if (!isNotFound(error)) throw error;
  }
  const { claims, gone, look, observer } = connection;
  if (gone.has(projectId)) return undefined;
  if (organization !== undefined) {
    observer.forget([{ of: "projects", key: organization }]);
    const { records } = await look((view) => view.projects(organization));
    // A late read, or an odd answer: what is listed is not gone.
    const isRemoved = claims.removed().some((claim) => claim.kind === "project" && claim.id === projectId);
    if (!isRemoved && records.some((live) => live.id === projectId))
      throw new ListedError(
        `${kind.name} ${id} is not found by its id, and the list shows project ${projectId}. Run this again.`,
      );
    // A service may list all that the token sees, whatever the organization.
    if (records.some((live) => !isForeign(live, organization))) return undefined;
  }
  const why =
    organization === undefined ? "its organization is not known" : `the token sees no project of ${organization}`;
  throw new UnsureError(
    `${kind.name} ${id} is not found, and ${why}. The token or the address may be wrong, so nothing is taken to be gone. ` +
      `Correct them. If the project was deleted, run \`${GONE}=${projectId} pulumi refresh\`: the stack forgets the project ` +
      "with all that was in it. Then `pulumi up` creates them again.",
  );
}
