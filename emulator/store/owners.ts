/** The projects that have a name: a slug, or a host name. Usually one; a service that accepts duplicates has several. */
export function createOwners() {
  const owners = new Map<string, Set<string>>();
  return {
    add: (name: string, projectId: string) => owners.set(name, new Set(owners.get(name)).add(projectId)),
    remove: (name: string, projectId: string) => owners.get(name)?.delete(projectId),
    of: (name: string): ReadonlySet<string> => owners.get(name) ?? new Set(),
  };
}
