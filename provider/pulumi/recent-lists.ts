import type { Client } from "../api/client.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import { unsharedLists, type Lists } from "../resources/lists.ts";

/**
 * Lists that many operations of one process share: a refresh of all objects of a project, or the searches of all its creates,
 * read each list once. Never older than a write of this process: an object that it created is added to the lists, and any
 * other write drops them.
 */
export interface RecentLists {
  /** The lists, none of them read longer ago than so many milliseconds. */
  within(milliseconds: number): Lists;
  /** Nothing is attached to a project that was just created, so its list of domains need not be read. */
  startDomains(projectId: string): void;
  addProject(organizationId: string | undefined, created: ProjectRecord): void;
  addComponent(projectId: string, created: ProjectComponentRecord): void;
  addDomain(projectId: string, created: DomainRecord): void;
  dropProjects(): void;
  dropComponents(projectId: string): void;
  dropDomains(projectId: string): void;
}

export function recentLists(client: Client): RecentLists {
  const lists = unsharedLists(client);
  const now = (): number => client.now();
  const projects = keep((organizationId: string | undefined) => lists.projects(organizationId), now);
  const components = keep((projectId: string) => lists.components(projectId), now);
  const domains = keep((projectId: string) => lists.domains(projectId), now);
  return {
    within: (milliseconds) => ({
      ...lists,
      projects: (organizationId) => projects.get(organizationId, milliseconds),
      components: (projectId) => components.get(projectId, milliseconds),
      domains: (projectId) => domains.get(projectId, milliseconds),
    }),
    startDomains: (projectId) => domains.start(projectId, []),
    addProject: (organizationId, created) => {
      projects.change(organizationId, ({ records, odd }) => ({
        records: [...records.filter(({ id }) => id !== created.id), created],
        odd,
      }));
    },
    addComponent: (projectId, created) => {
      components.change(projectId, (records) => [...records.filter(({ id }) => id !== created.id), created]);
    },
    addDomain: (projectId, created) => {
      domains.change(projectId, (records) => [...records.filter(({ name }) => name !== created.name), created]);
    },
    dropProjects: projects.dropAll,
    dropComponents: components.drop,
    dropDomains: domains.drop,
  };
}

interface Kept<Value> {
  /** When its read began. */
  readonly since: number;
  readonly value: Promise<Value>;
}

function keep<Key, Value>(read: (key: Key) => Promise<Value>, now: () => number) {
  const kept = new Map<Key, Kept<Value>>();

  /** A failed read is not kept. */
  function put(key: Key, entry: Kept<Value>): Promise<Value> {
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.value;
  }

  return {
    get: (key: Key, longest: number): Promise<Value> => {
      const known = kept.get(key);
      if (known !== undefined && now() - known.since <= longest) return known.value;
      return put(key, { since: now(), value: read(key) });
    },
    start: (key: Key, value: Value): void => {
      void put(key, { since: now(), value: Promise.resolve(value) });
    },
    change: (key: Key, change: (value: Value) => Value): void => {
      const known = kept.get(key);
      if (known !== undefined) void put(key, { since: known.since, value: known.value.then(change) });
    },
    drop: (key: Key): void => {
      kept.delete(key);
    },
    dropAll: (): void => kept.clear(),
  };
}
