import type { Client } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";

/** What is in a project now, by name: all that a deletion would take with it. Nothing, where the project is gone. */
export async function childrenOf(client: Client, projectId: string): Promise<string[]> {
  try {
    const [components, domains] = await Promise.all([
      client.components.list(projectId),
      client.domains.list(projectId),
    ]);
    return [...components.map(({ id, component_slug: slug }) => slug ?? id), ...domains.map(({ name }) => name)];
  } catch (error) {
    // No project, no children: its own deletion will say the same.
    if (isNotFound(error)) return [];
    throw error;
  }
}
