import type { OddProject, ProjectList, ReadClient } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import { lookUp, type CatalogueEntry } from "./catalogue.ts";
import { oncePerKey } from "./once-per-key.ts";

/** The lists that objects are found in, and the catalogue. */
export interface Lists {
  /** The projects of an organization; with `undefined` all that the token sees. */
  projects(organizationId: string | undefined): Promise<ProjectList>;
  /** One project by its id: a list may leave out what a single record shows. `undefined` if it is gone. */
  project(id: string): Promise<ProjectRecord | undefined>;
  components(projectId: string): Promise<readonly ProjectComponentRecord[]>;
  domains(projectId: string): Promise<readonly DomainRecord[]>;
  /** `slug` is `organization/component`. */
  catalogue(slug: string): Promise<CatalogueEntry>;
}

/**
 * Reads each list once and keeps it. Use it for a plan, which is one view of the service: a failed read is kept too, unless
 * `forgetFailures` is set.
 */
export function rememberedLists(client: ReadClient, options: { readonly forgetFailures?: boolean } = {}): Lists {
  return lists(client, (read) => oncePerKey(read, options));
}

/**
 * Joins concurrent reads of one list and keeps nothing. Use it in a process that lives through many operations: refreshing
 * a hundred components of one project becomes one or two list calls. A caller never gets a list whose read started before
 * its call, because it may have written in between; it shares the next read with everyone who asks while one is running.
 */
export function joinedLists(client: ReadClient): Lists {
  return lists(client, joinNextRead);
}

/** Reads each list whenever it is asked for. */
export function unsharedLists(client: ReadClient): Lists {
  return lists(client, (read) => read);
}

type Sharing = <Key, T>(read: (key: Key) => Promise<T>) => (key: Key) => Promise<T>;

function lists(client: ReadClient, share: Sharing): Lists {
  return {
    projects: share((organizationId: string | undefined) => listProjects(client, organizationId)),
    project: share((id: string) => undefinedIfGone(client.projects.get(id))),
    components: share((projectId: string) => namedComponents(client, projectId)),
    domains: share((projectId: string) => client.domains.list(projectId)),
    catalogue: share((slug: string) => lookUp(client, slug)),
  };
}

async function listProjects(client: ReadClient, organizationId: string | undefined): Promise<ProjectList> {
  const odd: OddProject[] = [];
  const records = await client.projects.list({
    ...(organizationId === undefined ? {} : { organizationId }),
    onOdd: (project) => odd.push(project),
  });
  return { records, odd };
}

/** The components of a project. One whose record in the list does not say which component it is, is read by its id. */
async function namedComponents(client: ReadClient, projectId: string): Promise<readonly ProjectComponentRecord[]> {
  const listed = await client.components.list(projectId);
  return Promise.all(
    listed.map(async (record) => {
      const isNamed = typeof record.component_slug === "string" || typeof record.component_id === "string";
      return isNamed ? record : ((await undefinedIfGone(client.components.get(projectId, record.id))) ?? record);
    }),
  );
}

async function undefinedIfGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function joinNextRead<Key, T>(read: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const next = new Map<Key, Promise<T>>();
  const running = new Map<Key, Promise<void>>();
  return (key) => {
    const known = next.get(key);
    if (known !== undefined) return known;
    const start = (): Promise<T> => {
      next.delete(key);
      const reading = read(key);
      const end = (): void => {
        running.delete(key);
      };
      running.set(key, reading.then(end, end));
      return reading;
    };
    // Never in the same tick as the call, so that all callers of one tick share a read.
    const reading = (running.get(key) ?? Promise.resolve()).then(start);
    next.set(key, reading);
    return reading;
  };
}
