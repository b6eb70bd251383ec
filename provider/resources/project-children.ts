import type { Client } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";
import { componentKind } from "./component/kind.ts";
import { domainKind } from "./domain.ts";

/** Something in a project: `id` as the service has it, `name` for a person. */
export interface Child {
  readonly id: string;
  readonly name: string;
}

/**
 * What is in a project now: all that a deletion would take with it. Nothing, where the project is gone. A list may be
 * behind: what it shows is asked for by its address, and so are the host names `besides`, which may not show in it yet.
 */
export async function childrenOf(client: Client, projectId: string, besides: readonly string[] = []): Promise<Child[]> {
  try {
    const [components, domains] = await Promise.all([
      client.components.list(projectId),
      client.domains.list(projectId),
    ]);
    const names = [...new Set([...domains.map(({ name }) => name), ...besides])];
    const found = await Promise.all([
      ...components.map(async ({ id, component_slug: slug }) =>
        (await componentKind.read(client, { projectId }, id)) === undefined ? [] : { id, name: slug ?? id },
      ),
      ...names.map(async (name) =>
        (await domainKind.read(client, { projectId }, name)) === undefined ? [] : { id: name, name },
      ),
    ]);
    return found.flat();
  } catch (error) {
    // No project, no children: its own deletion will say the same.
    if (isNotFound(error)) return [];
    throw error;
  }
}
