import { createClient, type Client } from "../api/client.ts";
import { isServiceError } from "../api/errors.ts";
import { createRedaction, type Redaction } from "../api/redaction.ts";
import { lookUp } from "../resources/catalogue.ts";
import { joinedLists, type Lists } from "../resources/lists.ts";
import { userAgent } from "../user-agent.ts";
import type { Configuration } from "./configuration.ts";

export interface Connection {
  readonly client: Client;
  /** Joins reads that are under way at one time; catalogue entries are kept for the life of the process. */
  readonly lists: Lists;
  /** The organization of a project, which never changes; `undefined` where it cannot be read. */
  organizationOf(projectId: string): Promise<string | undefined>;
  /** Knows what no message may show: the token, and what is added. */
  readonly redaction: Redaction;
}

const connections = new Map<string, Connection>();

/** One client for each service and token, however many kinds of resource use it: they share its limit of requests. */
export function connect({ baseUrl, token, proxies }: Configuration): Connection {
  const key = `${baseUrl} ${token}`;
  const known = connections.get(key);
  if (known !== undefined) return known;
  const redaction = createRedaction([token]);
  const names = {
    baseUrl: "PROJECTSYNC_BASE_URL or projectsync:baseUrl",
    token: "PROJECTSYNC_TOKEN or projectsync:token",
  };
  const client = createClient({ baseUrl, token, names, userAgent, redaction, proxies });
  const connection = {
    client,
    lists: { ...joinedLists(client), catalogue: remembered((slug) => lookUp(client, slug)) },
    organizationOf: unlessUnreadable(
      remembered(async (id) => (await client.projects.get(id)).organization_id ?? undefined),
    ),
    redaction,
  };
  connections.set(key, connection);
  return connection;
}

/** A lookup that failed is forgotten, so that the next one may succeed. */
function remembered<Found>(lookUp: (key: string) => Promise<Found>): (key: string) => Promise<Found> {
  const entries = new Map<string, Promise<Found>>();
  return (key) => {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const looking = lookUp(key);
    entries.set(key, looking);
    looking.catch(() => entries.delete(key));
    return looking;
  };
}

function unlessUnreadable<Found>(lookUp: (key: string) => Promise<Found>): (key: string) => Promise<Found | undefined> {
  return async (key) => {
    try {
      return await lookUp(key);
    } catch (error) {
      if (isServiceError(error)) return undefined;
      throw error;
    }
  };
}
