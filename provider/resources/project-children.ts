import type { ReadClient } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";
import { readComponent } from "./component/identity.ts";
import { domainKind } from "./domain.ts";
import { projectKind } from "./project.ts";
import { readCertain } from "./read-certain.ts";

/** Something in a project, with the name that a person knows it by. */
export interface Child {
  readonly id: string;
  readonly name: string;
}

/**
 * Everything that is in a project now and that its deletion would delete too. Empty if the project is gone. Reads each child
 * by its id, because a list may lag. `expected`: ids of children that are left out, and not read. `unlisted`: host names to
 * read too, which a list may not show yet. `moved`: the ids of those that certainly have moved away: some services show them here
 * all the same.
 */
export async function childrenOf(
  client: ReadClient,
  projectId: string,
  {
    expected = new Set(),
    unlisted = [],
    moved = new Set(),
  }: { expected?: ReadonlySet<string>; unlisted?: readonly string[]; moved?: ReadonlySet<string> } = {},
): Promise<Child[]> {
  try {
    const [components, domains] = await Promise.all([
      client.components.list(projectId),
      client.domains.list(projectId),
    ]);
    const unexpected = domains.filter((domain) => !expected.has(domainKind.idOf(domain)));
    const names = [...new Set([...unexpected.map(({ name }) => name), ...unlisted])];
    const found = await Promise.all([
      ...components
        .filter(({ id }) => !expected.has(id))
        .map(async ({ id, component_slug: slug }) =>
          (await readComponent(client, projectId, id)) === undefined ? [] : { id, name: slug ?? id },
        ),
      ...names.map(async (name) => {
        const address = { projectId };
        const isMoved = moved.has(domainKind.idOf({ name }));
        const live = await (isMoved
          ? readCertain(domainKind, client, address, name)
          : domainKind.read(client, address, name));
        return live === undefined ? [] : { id: name, name };
      }),
    ]);
    return found.flat();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const project = await projectKind.read(client, { organizationId: undefined }, projectId);
    // A list that is not found says nothing about a project that is there.
    if (project !== undefined) throw error;
    return [];
  }
}
