import { EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { MAX_BODY } from "./answers.ts";
import type { Proxies } from "./proxy.ts";

/** Milliseconds to connect: to the service, to a proxy, and from the proxy to the service. */
const CONNECT_TIMEOUT = 10_000;
/** Milliseconds without a byte. A second line of defence in real time, longer than the limits of transport.ts. */
const SILENCE_TIMEOUT = 35_000;

/** Certificates are always checked: an explicit value wins over the variable NODE_TLS_REJECT_UNAUTHORIZED. */
const CHECKED = { rejectUnauthorized: true } as const;

/**
 * Connects to the service directly or through one of these proxies. `proxySecrets` has validated them. `isFresh`: each request gets a
 * connection of its own.
 */
export function createAgent(connections: number, proxies: Proxies, isFresh: boolean): Dispatcher {
  const limits = {
    // HTTP/2 replays a POST after REFUSED_STREAM (observed with undici 8.12).
    allowH2: false,
    connectTimeout: CONNECT_TIMEOUT,
    headersTimeout: SILENCE_TIMEOUT,
    bodyTimeout: SILENCE_TIMEOUT,
    maxResponseSize: MAX_BODY,
  };
  return new EnvHttpProxyAgent({
    ...limits,
    connect: CHECKED,
    requestTls: CHECKED,
    connections,
    pipelining: isFresh ? 0 : 1,
    // If one is undefined, undici reads it from the environment.
    httpsProxy: proxies.https ?? "",
    httpProxy: proxies.http ?? "",
    noProxy: proxies.no ?? "",
    // For the connection to a proxy, undici reads `allowH2` only here (source of 8.12).
    proxyTls: { allowH2: false, ...CHECKED },
    // The default factory waits 300 s for the answer to a CONNECT.
    clientFactory: (origin, options) => new Pool(origin, { ...limits, headersTimeout: CONNECT_TIMEOUT, ...options }),
  });
}
