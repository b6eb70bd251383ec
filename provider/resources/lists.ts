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
  return lists(client, true);
}

/**
 * Joins the reads that are under way at one time, and keeps nothing: for a process that lives through many operations.
 * Refreshing a hundred components of one project becomes one list call.
 */
export function joinedLists(client: Client): Lists {
  return lists(client, false);
}

function lists(client: Client, keep: boolean): Lists {
  return {
    projects: byKey(keep, (organizationId) => client.projects.list({ organizationId })),
    components: byKey(keep, (projectId) => client.components.list(projectId)),
    domains: byKey(keep, (projectId) => client.domains.list(projectId)),
    catalogue: byKey(keep, (slug) => lookUp(client, slug)),
  };
}

function byKey<T>(keep: boolean, read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const reads = new Map<string, Promise<T>>();
  return (key) => {
    const known = reads.get(key);
    if (known !== undefined) return known;
    const reading = read(key);
    reads.set(key, reading);
    if (!keep) {
      const forget = (): boolean => reads.delete(key);
      reading.then(forget, forget);
    }
    return reading;
  };
}
