import { isNotFound } from "../../api/errors.ts";
import { planning } from "../../reconcile/view.ts";
import { isForeign } from "../../resources/project-identity.ts";
import { GONE } from "../configuration.ts";
import type { Binding } from "../shapes/shape.ts";

/** Reads an object by its id or name, also if this process has read it before. `undefined` if it is gone. */
export function readNow(binding: Binding, id: string): Promise<object | undefined> {
  const { observer } = binding.connection;
  observer.forget([binding.part(id)]);
  return observer.plan(planning((view) => binding.read(view, id)));
}

/**
 * Reads the live object; `undefined` if it is certain that it is gone. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore only taken to be gone if the user says so.
 */
export async function readUnlessGone(
  binding: Binding,
  id: string,
  organization: string | undefined,
): Promise<object | undefined> {
  const { connection, shape } = binding;
  try {
    const live = await readNow(binding, id);
    if (live !== undefined || shape.name !== "project") return live;
  } catch (error) {
    // The read of a child ends like this only if its project does not answer either.
    if (!isNotFound(error)) throw error;
  }
  const { gone, observer } = connection;
  const [projectId = ""] = binding.pulumiId(id).split("/");
  if (gone.has(projectId)) return undefined;
  observer.forget([{ of: "projects", key: organization }]);
  if (organization !== undefined) {
    const { records } = await observer.plan(planning((view) => view.projects(organization)));
    // A service may list all that the token sees, whatever the organization.
    if (records.some((live) => !isForeign(live, organization))) return undefined;
  }
  const why =
    organization === undefined ? "its organization is not known" : `the token sees no project of ${organization}`;
  throw new Error(
    `${shape.name} ${id} is not found, and ${why}. The token or the address may be wrong, so nothing is taken to be gone. ` +
      `Correct them. If the project was deleted, run \`${GONE}=${projectId} pulumi refresh\`: the stack forgets the project ` +
      "with all that was in it. Then `pulumi up` creates them again.",
  );
}
