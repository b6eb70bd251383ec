import { isNotFound } from "../../api/errors.ts";
import { isForeign } from "../../resources/project-identity.ts";
import { planning } from "../../reconcile/view.ts";
import { readNow } from "./read-now.ts";
import type { Connection } from "../connection.ts";
import type { Binding, Shape } from "../shapes/shape.ts";

/**
 * Reads the live object; `undefined` if it is certain that it is gone. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore never taken to be gone.
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
  const { observer } = connection;
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
      `Correct them. If the object was deleted, run \`pulumi state delete\` for it.`,
  );
}
