import { createClient, type Client } from "../api/client.ts";
import { isServiceError } from "../api/errors.ts";
import { createRedaction, type Redaction } from "../api/redaction.ts";
import { lookUp } from "../resources/catalogue.ts";
import { joinedLists, type Lists } from "../resources/lists.ts";
import { oncePerKey } from "../resources/once-per-key.ts";
import { userAgent } from "../user-agent.ts";
import type { Configuration } from "./configuration.ts";

export interface Connection {
  readonly client: Client;
  /** Joins concurrent reads. Catalogue entries are kept for the life of the process. */
  readonly lists: Lists;
  /** The organization of a project, which never changes. `undefined` if it cannot be read. */
  organizationOf(projectId: string): Promise<string | undefined>;
  /** Knows what no message may show: the token, and what is added. */
  readonly redaction: Redaction;
}

const connections = new Map<string, Connection>();

/** One client per service and token, however many kinds of resource use it: they share its limit of requests. */
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
  const readOrganization = oncePerKey(
    async (id: string) => (await client.projects.get(id)).organization_id ?? undefined,
    { forgetFailures: true },
  );
  const connection: Connection = {
    client,
    lists: {
      ...joinedLists(client),
      catalogue: oncePerKey((slug: string) => lookUp(client, slug), { forgetFailures: true }),
    },
    organizationOf: async (projectId) => {
      try {
        return await readOrganization(projectId);
      } catch (error) {
        if (isServiceError(error)) return undefined;
        throw error;
      }
    },
    redaction,
  };
  connections.set(key, connection);
  return connection;
}
