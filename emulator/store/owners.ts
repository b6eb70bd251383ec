/** The projects that have a name: a slug, or a host name. Usually one; a service that accepts duplicates has several. */
export interface Owners {
  add(name: string, projectId: string): void;
  remove(name: string, projectId: string): void;
  of(name: string): ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export function createOwners(): Owners {
  const owners = new Map<string, Set<string>>();
  return {
    add(name, projectId) {
      const found = owners.get(name);
      if (found === undefined) owners.set(name, new Set([projectId]));
      else found.add(projectId);
    },
    remove(name, projectId) {
      const found = owners.get(name);
      found?.delete(projectId);
      if (found?.size === 0) owners.delete(name);
    },
    of: (name) => owners.get(name) ?? none,
  };
}
