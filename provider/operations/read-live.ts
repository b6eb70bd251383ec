import { isNotFound } from "../../core/api/errors.ts";
import { isForeign } from "../../core/resources/project-identity.ts";
import { GONE } from "../configuration.ts";
import type { Resource } from "../kinds/resource-kind.ts";
import { pulumiId } from "../kinds/names.ts";
import type { StateRecord } from "./state.ts";

/** Reads an object by its id or name, also if this process has read it before. `undefined` if it is gone. */
export function readNow(resource: Resource, id: string): Promise<object | undefined> {
  const { look, observer } = resource.connection;
  observer.forget([{ of: resource.kind.name, key: pulumiId(resource, id) }]);
  return look((view) => resource.read(view, id));
}

/** From here on no message shows the secrets of a live object: the service may quote them. */
export function learnSecrets(resource: Resource, live: object | undefined): void {
  if (live !== undefined) resource.connection.redaction.add(resource.secretsIn?.(live) ?? []);
}

/**
 * Reads the live object; `undefined` if it is certain that it is gone. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore only taken to be gone if the user says so.
 */
export async function readUnlessGone(resource: Resource, recorded: StateRecord): Promise<object | undefined> {
  const { connection, kind, id, projectId, organization } = recorded;
  try {
    const live = await readNow(resource, id);
    if (live !== undefined || kind.name !== "project") return live;
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
    if (records.some((live) => live.id === projectId) && !claims.removed.has(`project ${projectId}`))
      throw new Error(
        `${kind.name} ${id} is not found by its id, and the list shows project ${projectId}. Run this again.`,
      );
    // A service may list all that the token sees, whatever the organization.
    if (records.some((live) => !isForeign(live, organization))) return undefined;
  }
  const why =
    organization === undefined ? "its organization is not known" : `the token sees no project of ${organization}`;
  throw new Error(
    `${kind.name} ${id} is not found, and ${why}. The token or the address may be wrong, so nothing is taken to be gone. ` +
      `Correct them. If the project was deleted, run \`${GONE}=${projectId} pulumi refresh\`: the stack forgets the project ` +
      "with all that was in it. Then `pulumi up` creates them again.",
  );
}
