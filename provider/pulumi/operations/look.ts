import { isNotFound } from "../../api/errors.ts";
import type { Connection } from "../connection.ts";
import type { Shape } from "../kinds/shape.ts";

/**
 * The live object; `undefined` where it is certain that it is gone. "Not found" is also what a token of another
 * organization is told, of everything: it counts only where the object's project answers, or its organization shows a
 * project. So the last project of an organization is never taken to be gone.
 */
export async function look<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  place: Place,
  id: string,
  organization: string | undefined,
): Promise<Live | undefined> {
  const { kind } = shape;
  try {
    const live = await kind.read(connection.client, place, id);
    if (live !== undefined || kind.name !== "project") return live;
  } catch (error) {
    // The kind says so only where the project does not answer either.
    if (!isNotFound(error)) throw error;
  }
  if (organization !== undefined && (await connection.lists.projects(organization)).length > 0) return undefined;
  const where =
    organization === undefined ? "its organization is not known" : `no project of ${organization} is visible`;
  throw new Error(
    `${kind.name} ${id} is not found, and ${where}: this may be a token or an address of somebody else, so nothing is taken ` +
      `to be gone. Correct it. If the object was deleted indeed, run \`pulumi state delete\` for it.`,
  );
}
