import { isNotFound } from "../../api/errors.ts";
import type { Kind } from "../../resources/kind.ts";
import type { Connection } from "../connection.ts";

/**
 * Reads the live object; `undefined` if it is certain that it is gone. A token of another organization gets "not found" for
 * everything, so that counts only if the object's project answers, or if its organization shows a project. The last project
 * of an organization is therefore never taken to be gone.
 */
export async function readUnlessGone<Address, Declared, Live>(
  kind: Kind<Address, Declared, Live>,
  { client, lists }: Connection,
  address: Address,
  id: string,
  organization: string | undefined,
): Promise<Live | undefined> {
  try {
    const live = await kind.read(client, address, id);
    if (live !== undefined || kind.name !== "project") return live;
  } catch (error) {
    // A child's kind throws this only if the project does not answer either.
    if (!isNotFound(error)) throw error;
  }
  if (organization !== undefined && (await lists.projects(organization)).records.length > 0) return undefined;
  const why =
    organization === undefined ? "its organization is not known" : `the token sees no project of ${organization}`;
  throw new Error(
    `${kind.name} ${id} is not found, and ${why}. The token or the address may be wrong, so nothing is taken to be gone. ` +
      `Correct them. If the object was deleted, run \`pulumi state delete\` for it.`,
  );
}
