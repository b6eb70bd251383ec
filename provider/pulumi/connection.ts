import pLimit from "p-limit";
import { createClient, type Client } from "../api/client.ts";
import { isServiceError, isTransient, RefusedError } from "../api/errors.ts";
import { createRedaction, type Redaction } from "../api/redaction.ts";
import { joinedLists, type Lists } from "../resources/lists.ts";
import { oncePerKey } from "../resources/once-per-key.ts";
import { userAgent } from "../user-agent.ts";
import type { Configuration } from "./configuration.ts";
import { patientCatalogue } from "./patient-catalogue.ts";

export interface Connection {
  readonly client: Client;
  /** Joins concurrent reads. Catalogue entries are kept for the life of the process. */
  readonly lists: Lists;
  /** The organization of a project, which never changes. `undefined` if it cannot be read. */
  organizationOf(projectId: string): Promise<string | undefined>;
  /**
   * What this process created or adopted, as `kind id`. Pulumi starts a process for each update, so no resource of the same
   * update may create, adopt or delete it again.
   */
  readonly made: Set<string>;
  /** What the resources of this update keep, as `kind id`: no other resource may adopt it. */
  readonly kept: Set<string>;
  /** What programs of this update look up (`get`), as `kind id`. No resource of the same update may delete it. */
  readonly lookedUp: Set<string>;
  /** Host names that this process detached. The service may release them late. */
  readonly detached: Set<string>;
  /** Runs work for one key after the other: an object is looked up and created by one resource at a time. */
  oneAtATime<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Rejects if the service does not answer, or refuses the token. Asks once. */
  checkAccess(): Promise<void>;
  /** Knows what no message may show: the token, and what is added. */
  readonly redaction: Redaction;
}

const connections = new Map<string, Connection>();

/** One client per service and token, however many kinds of resource use it: they share its limit of requests. */
export function connect({ baseUrl, token, names, proxies }: Configuration): Connection {
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
  const queueOf = oncePerKey(async (_key: string) => pLimit(1));
  const askOnce = oncePerKey(() => checkAccess(client));
  const connection: Connection = {
    client,
    made: new Set(),
    kept: new Set(),
    lookedUp: new Set(),
    detached: new Set(),
    oneAtATime: async (key, work) => (await queueOf(key))(work),
    checkAccess: () => askOnce("access"),
    lists: {
      ...joinedLists(client),
      catalogue: oncePerKey(patientCatalogue(options), { forgetFailures: true }),
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

/** Any answer but a refused token shows that this is the service: a token may be allowed to see one organization only. */
async function checkAccess(client: Client): Promise<void> {
  try {
    await client.checkAccess();
  } catch (error) {
    const isAnswer = error instanceof RefusedError && ![401, 404, 405].includes(error.status);
    if (!isAnswer || isTransient(error)) throw error;
  }
}
