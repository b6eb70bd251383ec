import { InvalidRequestError, isNotFound } from "../../api/errors.ts";
import { planning, type View } from "../../reconcile/view.ts";
import type { Fields } from "../../resources/json.ts";
import { isForeign } from "../../resources/project-identity.ts";
import { GONE } from "../configuration.ts";
import type { Connection } from "../connection.ts";
import { declaredOf, pinnedId, type Binding, type Shape } from "../shapes/shape.ts";

/** Reads an object by its id or name, also if this process has read it before. `undefined` if it is gone. */
export function readNow<Declared, Live>(
  binding: Binding<Declared, Live>,
  { observer }: Connection,
  id: string,
): Promise<Live | undefined> {
  observer.forget([binding.part(id)]);
  return observer.plan(planning((view) => binding.read(view, id)));
}

/**
 * Reads the live object; `undefined` if it is certain that it is gone. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore only taken to be gone if the user says so.
 */
export async function readUnlessGone<Declared, Live>(
  { name }: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  connection: Connection,
  id: string,
  organization: string | undefined,
): Promise<Live | undefined> {
  try {
    const live = await readNow(binding, connection, id);
    if (live !== undefined || name !== "project") return live;
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
    `${name} ${id} is not found, and ${why}. The token or the address may be wrong, so nothing is taken to be gone. ` +
      `Correct them. If the project was deleted, run \`${GONE}=${projectId} pulumi refresh\`: the stack forgets the project ` +
      "with all that was in it. Then `pulumi up` creates them again.",
  );
}

/**
 * How a create finds the live object that its inputs mean: the pinned one, or the one with the natural key, also with the one that it had
 * before. It is read by its id: a list may lag, so what is gone or has another key by now is not it.
 */
export function searchOf<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  inputs: Fields,
): (view: View) => Live | undefined {
  const pinned = pinnedId(inputs);
  if (pinned !== undefined) return (view) => binding.foreign(view, pinned);
  const { previous_slug: slug } = inputs;
  const keys = [inputs, ...(slug === undefined ? [] : [{ ...inputs, slug }])].map((key) => declaredOf(shape, key));
  return (view) => {
    const [found, renamed] = keys.map((key) => binding.find(view, key));
    if (found !== undefined && renamed !== undefined && binding.idOf(found) !== binding.idOf(renamed))
      throw new InvalidRequestError(
        `${shape.subject(inputs)} is ${binding.idOf(found)}, and ${binding.idOf(renamed)} still has the previous slug. If they ` +
          "are two projects, remove `previousSlug`.",
      );
    const listed = found ?? renamed;
    const live = listed && binding.foreign(view, binding.idOf(listed));
    return live !== undefined && keys.some((key) => binding.hasKey(key, live)) ? live : undefined;
  };
}
