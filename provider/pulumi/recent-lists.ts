import type { Client } from "../api/client.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import { unsharedLists, type Lists } from "../resources/lists.ts";

/**
 * Lists that many operations of one process share: a refresh of all objects of a project, or the searches of all its creates,
 * read each list once. Never older than a write of this process: any write but a create drops them. What this process created
 * is in every list, also if the service shows it late; whether it is still there, only a read tells.
 */
export interface RecentLists {
  /**
   * The lists, none of them read longer ago than so many milliseconds. `inNewProject`: the same for the domains of a project that
   * this process created. Default: no difference.
   */
  within(milliseconds: number, inNewProject?: number): Lists;
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
  const ownProjects = ownCreations<string | undefined, ProjectRecord>(({ id }) => id);
  const ownComponents = ownCreations<string, ProjectComponentRecord>(({ id }) => id);
  const ownDomains = ownCreations<string, DomainRecord>(({ name }) => name);
  const projects = keep(async (organizationId: string | undefined) => {
    const { records, odd } = await lists.projects(organizationId);
    return { records: ownProjects.addTo(organizationId, records), odd };
  }, now);
  const components = keep(
    async (projectId: string) => ownComponents.addTo(projectId, await lists.components(projectId)),
    now,
  );
  const domains = keep(async (projectId: string) => ownDomains.addTo(projectId, await lists.domains(projectId)), now);
  return {
    within: (milliseconds, inNewProject = milliseconds) => ({
      ...lists,
      projects: (organizationId) => projects.get(organizationId, milliseconds),
      components: (projectId) => components.get(projectId, milliseconds),
      domains: (projectId) => domains.get(projectId, milliseconds, inNewProject),
    }),
    startDomains: (projectId) => domains.start(projectId, []),
    addProject: (organizationId, created) => {
      ownProjects.keep(organizationId, created);
      projects.change(organizationId, ({ records, odd }) => ({
        records: [...records.filter(({ id }) => id !== created.id), created],
        odd,
      }));
    },
    addComponent: (projectId, created) => {
      ownComponents.keep(projectId, created);
      components.change(projectId, (records) => [...records.filter(({ id }) => id !== created.id), created]);
    },
    addDomain: (projectId, created) => {
      ownDomains.keep(projectId, created);
      domains.change(projectId, (records) => [...records.filter(({ name }) => name !== created.name), created]);
    },
    dropProjects: projects.dropAll,
    dropComponents: components.drop,
    dropDomains: domains.drop,
  };
}

/** What this process created, by the key of its list. */
function ownCreations<Key, Item>(idOf: (item: Item) => string) {
  const created = new Map<Key, Map<string, Item>>();
  return {
    keep: (key: Key, item: Item): void => {
      created.set(key, (created.get(key) ?? new Map<string, Item>()).set(idOf(item), item));
    },
    /** The list, with what it does not show. */
    addTo: (key: Key, listed: readonly Item[]): readonly Item[] => {
      const shown = new Set(listed.map(idOf));
      const missing = [...(created.get(key)?.values() ?? [])].filter((item) => !shown.has(idOf(item)));
      return missing.length === 0 ? listed : [...listed, ...missing];
    },
  };
}

interface Kept<Value> {
  /** When its read began, or when it was started. */
  readonly since: number;
  /** It was not read, but known to be empty at first. */
  readonly isStarted: boolean;
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
    get: (key: Key, longest: number, longestSinceStart = longest): Promise<Value> => {
      const known = kept.get(key);
      const age = known?.isStarted === true ? longestSinceStart : longest;
      if (known !== undefined && now() - known.since <= age) return known.value;
      return put(key, { since: now(), isStarted: false, value: read(key) });
    },
    start: (key: Key, value: Value): void => {
      void put(key, { since: now(), isStarted: true, value: Promise.resolve(value) });
    },
    change: (key: Key, change: (value: Value) => Value): void => {
      const known = kept.get(key);
      if (known !== undefined) void put(key, { ...known, value: known.value.then(change) });
    },
    drop: (key: Key): void => {
      kept.delete(key);
    },
    dropAll: (): void => kept.clear(),
  };
}
