import { parseBaseUrl } from "../api/base-url.ts";
import { systemClock, type Clock } from "../api/clock.ts";
import { createClient, type Client } from "../api/client.ts";
import { isServiceError } from "../api/errors.ts";
import { createRedaction, type Redaction } from "../api/redaction.ts";
import { createObserver, type Observer } from "../reconcile/observe.ts";
import { planning } from "../reconcile/view.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import { oncePerKey } from "../resources/once-per-key.ts";
import { userAgent } from "../user-agent.ts";
import { checkAccess } from "./check-access.ts";
import { createClaims, type Claims } from "./claims.ts";
import type { Configuration } from "./configuration.ts";
import { patientCatalogue } from "./patient-catalogue.ts";
import { createWriteGuard, type WriteGuard } from "./write-guard.ts";

export interface Connection {
  readonly client: Client;
  /** What all operations of this process have read and written. */
  readonly observer: Observer;
  /** Forgets what was read more than so many milliseconds ago, and reads that failed. */
  readonly forgetOlder: (milliseconds: number) => void;
  /** The ids of the projects that this process created. */
  readonly newProjects: Map<string, string>;
  /** An entry of the catalogue, by `organization/component`. Kept for the life of the process. */
  readonly catalogue: (slug: string) => Promise<CatalogueEntry>;
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
export function connect(
  { baseUrl, token, names, proxies, plannedWrites }: Configuration,
  clock: Clock = systemClock,
): Connection {
  const key = `${baseUrl} ${token}`;
  const known = connections.get(key);
  if (known !== undefined) return known;
  const redaction = createRedaction([token]);
  const options = { baseUrl, token, names, userAgent, redaction, proxies, clock };
  const client = createClient(options);
  const { href: address } = parseBaseUrl(baseUrl, names.baseUrl);
  const claims = services.get(address) ?? createClaims();
  services.set(address, claims);
  const observer = createObserver(client);
  const organizations = new Map<string, string>();
  const askOnce = oncePerKey(() => checkAccess(options));
  const connection: Connection = {
    client,
    observer,
    forgetOlder: (milliseconds) => observer.forgetOlder(client.now() - milliseconds),
    newProjects: new Map(),
    claims,
    organizations,
    checkAccess: () => askOnce("access"),
    catalogue: oncePerKey(patientCatalogue(options), { forgetFailures: true }),
    organizationOf: async (projectId) => {
      try {
        const known = organizations.get(projectId);
        if (known !== undefined) return known;
        const organization = (await observer.plan(planning((view) => view.project(projectId))))?.organization_id;
        if (typeof organization === "string") organizations.set(projectId, organization);
        return organization ?? undefined;
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
