import * as pulumi from "@pulumi/pulumi";
import { readCatalogueEntry } from "../core/reconcile/read-catalogue.ts";
import { parseBaseUrl } from "../core/api/base-url.ts";
import { type Client, createClient } from "../core/api/client.ts";
import { type Clock, systemClock } from "../core/api/clock.ts";
import { isTransient, RefusedError } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { createObserver, type Observer } from "../core/reconcile/observe.ts";
import { planning, type View } from "../core/reconcile/snapshot-view.ts";
import { type CatalogueEntry } from "../core/resources/catalogue.ts";
import { oncePerKey } from "../core/api/once-per-key.ts";
import { userAgent } from "../core/api/user-agent.ts";
import { createClaims, type Claims } from "./claims.ts";
import { readConfiguration, type Configuration } from "./configuration.ts";
import { createWriteGuard } from "./write-guard.ts";

/** Milliseconds for all that one request of a preview reads: a service that hangs must not hold up each resource for a minute. */
const PREVIEW_LIMIT = 10_000;

const connections = new Map<string, Account>();
/** By address. */
const services = new Map<string, Claims>();

/** Forgets everything, as the process does that Pulumi starts for the next update. For tests. */
export function forgetConnections(): void {
  connections.clear();
  services.clear();
}

/** One client per service and token, however many kinds of resource use it: they share its limit of requests. */
export function openAccount(configuration: Configuration, clock: Clock = systemClock): Account {
  const { baseUrl, token, names } = configuration;
  const key = `${baseUrl} ${token}`;
  const { href: address } = parseBaseUrl(baseUrl, names.baseUrl);
  const claims = services.get(address) ?? createClaims();
  services.set(address, claims);
  const known = connections.get(key);
  if (known !== undefined) return known;
  const connection = open(configuration, claims, clock);
  // No message of one account shows the token of another.
  for (const other of connections.values()) {
    other.redaction.addTokens([token]);
    connection.redaction.addTokens([other.token]);
  }
  connections.set(key, connection);
  return connection;
}

/**
 * The account that the environment and the running program's stack configure, for lookups that the program itself makes. Throws if the address
 * or the token is not set.
 */
export function programAccount(profile?: string): Account {
  return openAccount(readConfiguration((key) => pulumi.runtime.getConfig(`projectsync:${key}`), profile));
}

export type Account = ReturnType<typeof open>;

function open(
  { baseUrl, token, names, proxies, automaticDomains, plannedWrites, ...choices }: Configuration,
  claims: Claims,
  clock: Clock,
) {
  const redaction = createRedaction([token]);
  const options = { baseUrl, token, names, userAgent, redaction, proxies, automaticDomains, clock };
  const client = createClient(options);
  // A client of its own: the reads of a check do not wait behind writes.
  const preview = createClient(options);
  const observer = createObserver(client);
  let sight = { until: Number.NEGATIVE_INFINITY, observer };
  const accessOnce = oncePerKey((_key: string, reader: Client) => checkAccess(reader));
  const lookUpOnce = oncePerKey(
    (slug: string, reader: Client) => readCatalogueEntry(reader, slug),
    (entry) => entry.status === "found" || entry.error === undefined,
  );
  return {
    ...choices,
    client,
    observer,
    look: queryOf(observer),
    /** Forgets what was read more than so many milliseconds ago, and reads that failed. */
    forgetOlder: (milliseconds: number): void => observer.forgetOlder(client.now() - milliseconds),
    /** The ids of the projects that this process created. */
    newProjects: new Map<string, string>(),
    claims,
    /** Answers of the catalogue are kept for the life of the process; after a failure the next operation asks again. */
    catalogue: (slug: string): Promise<CatalogueEntry> => lookUpOnce(slug, client),
    /** All that one request of a preview reads with: within its limit, and the service as of the last seconds. */
    inPreview: () => {
      const now = preview.now();
      const reader = preview.withEnd(now + PREVIEW_LIMIT);
      if (now >= sight.until) sight = { until: now + PREVIEW_LIMIT / 2, observer: createObserver(reader) };
      return {
        look: queryOf(sight.observer),
        // Also after a failure.
        catalogue: oncePerKey((slug: string) => lookUpOnce(slug, reader)),
        /** Rejects if the service does not answer, if it refuses the token, or if the address is not its own. Asks once. */
        checkAccess: (): Promise<void> => accessOnce("access", reader),
      };
    },
    /** Organizations by the project's id. */
    organizations: new Map<string, string>(),
    /** `undefined` if there is no plan to keep to. */
    guard: plannedWrites === undefined ? undefined : createWriteGuard(plannedWrites),
    redaction,
    token,
  };
}

/** Reads what a question about the service needs, and answers it. */
function queryOf(observer: Observer) {
  return <Found>(find: (view: View) => Found): Promise<Found> => observer.plan(planning(find));
}

/** Statuses that show a wrong token or a wrong address. Behind a wrong address, an HTML page may answer 404 or 405. */
const WRONG: ReadonlySet<number> = new Set([401, 404, 405]);

/** Any other refusal shows that the service answers: a token may be allowed to see one organization only. */
async function checkAccess(reader: Client): Promise<void> {
  try {
    await reader.checkAccess();
  } catch (error) {
    const isAnswer = error instanceof RefusedError && !WRONG.has(error.status);
    if (!isAnswer || isTransient(error)) throw error;
  }
}
