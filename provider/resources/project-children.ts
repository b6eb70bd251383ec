import type { ReadClient } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";
import { readComponent } from "./component/identity.ts";
import { domainKind } from "./domain.ts";

/** Something in a project: `id` for the service, `name` for a person. */
export interface Child {
  readonly id: string;
  readonly name: string;
}

/**
 * Everything that is in a project now and that its deletion would delete too. Empty if the project is gone. Reads each child
 * by its id, because a list may lag. Also reads the host names `unlisted`, which a list may not show yet.
 */
export async function childrenOf(
  client: ReadClient,
  projectId: string,
  unlisted: readonly string[] = [],
): Promise<Child[]> {
  try {
    const [components, domains] = await Promise.all([
      client.components.list(projectId),
      client.domains.list(projectId),
    ]);
    const names = [...new Set([...domains.map(({ name }) => name), ...unlisted])];
    const found = await Promise.all([
      ...components.map(async ({ id, component_slug: slug }) =>
        (await readComponent(client, projectId, id)) === undefined ? [] : { id, name: slug ?? id },
      ),
      ...names.map(async (name) =>
        (await domainKind.read(client, { projectId }, name)) === undefined ? [] : { id: name, name },
      ),
    ]);
    return found.flat();
  } catch (error) {
    // The project is gone: its deletion will find the same.
    if (isNotFound(error)) return [];
    throw error;
  }
}
