import type { Client } from "../api/client.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import { lookUp, type CatalogueEntry } from "./catalogue.ts";

/** The lists that objects are found in, and the catalogue. */
export interface Lists {
  projects(organizationId: string): Promise<readonly ProjectRecord[]>;
  components(projectId: string): Promise<readonly ProjectComponentRecord[]>;
  domains(projectId: string): Promise<readonly DomainRecord[]>;
  /** `slug` is `organization/component`. */
  catalogue(slug: string): Promise<CatalogueEntry>;
}

/** Reads every list once and keeps it: for a plan, which is one look at the service. */
export function rememberedLists(client: Client): Lists {
  return lists(client, keep);
}

/**
 * Joins reads, and keeps nothing: for a process that lives through many operations. Refreshing a hundred components of
 * one project becomes one or two list calls. A caller never gets a list whose reading began before it asked, for it may
 * have written meanwhile: it waits for the next one, which all join that ask while one is under way.
 */
export function joinedLists(client: Client): Lists {
  return lists(client, joinNext);
}

type Sharing = <T>(read: (key: string) => Promise<T>) => (key: string) => Promise<T>;

function lists(client: Client, share: Sharing): Lists {
  return {
    projects: share((organizationId) => client.projects.list({ organizationId })),
    components: share((projectId) => client.components.list(projectId)),
    domains: share((projectId) => client.domains.list(projectId)),
    catalogue: share((slug) => lookUp(client, slug)),
  };
}

function keep<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const reads = new Map<string, Promise<T>>();
  return (key) => {
    const reading = reads.get(key) ?? read(key);
    reads.set(key, reading);
    return reading;
  };
}

function joinNext<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const next = new Map<string, Promise<T>>();
  const underWay = new Map<string, Promise<void>>();
  return (key) => {
    const known = next.get(key);
    if (known !== undefined) return known;
    const start = (): Promise<T> => {
      next.delete(key);
      const reading = read(key);
      const end = (): void => {
        underWay.delete(key);
      };
      underWay.set(key, reading.then(end, end));
      return reading;
    };
    // Never in the same step as the question, so that all questions of one step share a read.
    const reading = (underWay.get(key) ?? Promise.resolve()).then(start);
    next.set(key, reading);
    return reading;
  };
}
