import { parseBaseUrl } from "../api/base-url.ts";
import { createClient, type Client } from "../api/client.ts";
import { isServiceError } from "../api/errors.ts";
import { createRedaction, type Redaction } from "../api/redaction.ts";
import { joinedLists, type Lists } from "../resources/lists.ts";
import { oncePerKey } from "../resources/once-per-key.ts";
import { userAgent } from "../user-agent.ts";
import { checkAccess } from "./check-access.ts";
import { createClaims, type Claims } from "./claims.ts";
import type { Configuration } from "./configuration.ts";
import { patientCatalogue } from "./patient-catalogue.ts";
import { recentLists, type RecentLists } from "./recent-lists.ts";
import { createWriteGuard, type WriteGuard } from "./write-guard.ts";

export interface Connection {
  readonly client: Client;
  /** Joins concurrent reads. Catalogue entries are kept for the life of the process. */
  readonly lists: Lists;
  /** Lists that this process read a moment ago, for operations on many objects. */
  readonly recent: RecentLists;
  /** What the resources of this update have at the service. Shared by all accounts. */
  readonly claims: Claims;
  /** The organization of a project, which never changes. `undefined` if it cannot be read. */
  organizationOf(projectId: string): Promise<string | undefined>;
  /** Organizations that are known without a read, by the project's id. */
  readonly organizations: Map<string, string>;
  /** Rejects if the service does not answer, if it refuses the token, or if the address is not its own. Asks once. */
  checkAccess(): Promise<void>;
  /** Refuses what the plan of the run did not show. Absent if there is no plan to keep to. */
  readonly guard?: WriteGuard;
  /** Knows what no message may show: the token, and what is added. */
  readonly redaction: Redaction;
}

const connections = new Map<string, Connection>();
/** By address. */
const services = new Map<string, Claims>();

/** Forgets everything, as the process does that Pulumi starts for the next update. For tests. */
export function forgetConnections(): void {
  connections.clear();
  services.clear();
}

/** One client per service and token, however many kinds of resource use it: they share its limit of requests. */
export function connect({ baseUrl, token, names, proxies, plannedWrites }: Configuration): Connection {
  const key = `${baseUrl} ${token}`;
  const known = connections.get(key);
  if (known !== undefined) return known;
  const redaction = createRedaction([token]);
  const options = { baseUrl, token, names, userAgent, redaction, proxies };
  const client = createClient(options);
  const readOrganization = oncePerKey(
    async (id: string) => (await client.projects.get(id)).organization_id ?? undefined,
    { forgetFailures: true },
  );
  const { href: address } = parseBaseUrl(baseUrl, names.baseUrl);
  const claims = services.get(address) ?? createClaims();
  services.set(address, claims);
  const recent = recentLists(client);
  claims.lists.add(recent);
  const organizations = new Map<string, string>();
  const askOnce = oncePerKey(() => checkAccess(options));
  const connection: Connection = {
    client,
    recent,
    claims,
    organizations,
    checkAccess: () => askOnce("access"),
    lists: {
      ...joinedLists(client),
      catalogue: oncePerKey(patientCatalogue(options), { forgetFailures: true }),
    },
    organizationOf: async (projectId) => {
      try {
        return organizations.get(projectId) ?? (await readOrganization(projectId));
      } catch (error) {
        if (isServiceError(error)) return undefined;
        throw error;
      }
    },
    ...(plannedWrites === undefined ? {} : { guard: createWriteGuard(plannedWrites) }),
    redaction,
  };
  connections.set(key, connection);
  return connection;
}
