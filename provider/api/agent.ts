import { EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import type { Proxies } from "./proxy.ts";

/** Bytes of an answer's body. */
export const MAX_BODY = 8 * 1024 * 1024;
/** Bytes of an answer's headers, all together. */
export const MAX_HEADERS = 16 * 1024;

/** Milliseconds to connect: to the service, to a proxy, and from there to the service. */
const CONNECT = 10_000;
/** Milliseconds without a byte. Real time, and longer than the client's own limits: a backstop. */
const SILENCE = 35_000;

/** What connects to the service: directly, or through one of these proxies, which `proxySecrets` has checked. */
export function createAgent(connections: number, proxies: Proxies): Dispatcher {
  const limits = {
    // HTTP/2 replays a POST after REFUSED_STREAM (observed with undici 8.12).
    allowH2: false,
    connectTimeout: CONNECT,
    headersTimeout: SILENCE,
    bodyTimeout: SILENCE,
    maxHeaderSize: MAX_HEADERS,
    maxResponseSize: MAX_BODY,
  };
  return new EnvHttpProxyAgent({
    ...limits,
    connections,
    // Left out, undici would take it from the environment.
    httpsProxy: proxies.https ?? "",
    httpProxy: proxies.http ?? "",
    noProxy: proxies.no ?? "",
    // For the connection to a proxy undici heeds `allowH2` here only (source of 8.12).
    proxyTls: { allowH2: false },
    // Its own would wait 300 s for the answer to a CONNECT.
    clientFactory: (origin, options) => new Pool(origin, { ...limits, headersTimeout: CONNECT, ...options }),
  });
}

/**
 * The agent for one request, which calls `sending` just before the first byte is written. Until then the service
 * certainly saw nothing, whatever failed: the only sure sign that a create may be repeated. No error's code is one: a
 * TLS alert comes in the middle of an exchange too.
 */
export function noting(agent: Dispatcher, sending: () => void): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch(options, notingHandler(handler, sending)));
}

function notingHandler(handler: Dispatcher.DispatchHandler, sending: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => {
      sending();
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
    onResponseStart: (...start) => handler.onResponseStart?.(...start),
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  };
}
