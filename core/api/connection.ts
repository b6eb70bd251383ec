import { isUtf8 } from "node:buffer";
import type { Dispatcher } from "undici";
import type { Head, HttpAnswer } from "./answers.ts";
import type { Proxies } from "./proxy.ts";

/** Omits a byte order mark. */
const decoder = new TextDecoder();

export interface ExchangeOptions extends Dispatcher.DispatchOptions {
  /** True if the request gets a connection of its own. Default: false. */
  readonly isAlone?: boolean;
}

export interface Connection {
  /**
   * Sends one request and receives the complete answer. Rejects with the signal's reason as soon as it aborts.
   *
   * @param onSend Called just before the first byte is written. Until then the service certainly saw nothing, so a create may be
   *   repeated. Error codes cannot tell this: a TLS alert, for example, may also arrive after the request was sent.
   */
  exchange(request: ExchangeOptions, signal: AbortSignal, onSend: () => void): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * Loads the HTTP library when it is first needed: a run that only checks files needs none. A create that is not repeated without an answer is
 * sent on a connection of its own: a gateway that reads its configuration again closes those that it has kept open, also in the moment of a
 * request (observed with nginx 1.31).
 */
export function createConnection(connections: number, proxies: Proxies): Connection {
  const agents = new Map<boolean, Promise<Dispatcher>>();
  const load = async (isFresh: boolean) => {
    const { createAgent } = await import("./agent.ts");
    return createAgent(connections, proxies, isFresh);
  };
  const agentFor = (isFresh: boolean): Promise<Dispatcher> => {
    const agent = agents.get(isFresh) ?? load(isFresh);
    agents.set(isFresh, agent);
    return agent;
  };
  return {
    exchange: async (request, signal, onSend) =>
      exchange(await agentFor(request.isAlone === true), request, signal, onSend),
    close: async () => {
      await Promise.all(Array.from(agents.values(), async (agent) => (await agent).destroy()));
    },
  };
}

/** Takes the answer as the parser of HTTP finds it: a stream for each answer would cost a third of the processor time of a request. */
async function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  onSend: () => void,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const chunks: Buffer[] = [];
  let head: Head | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  const abort = (): void => {
    reject(signal.reason);
    controller?.abort(signal.reason);
  };
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  else {
    agent.dispatch(request, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) started.abort(signal.reason);
        else onSend();
      },
      onResponseStart: (_controller, statusCode, headers) => {
        // An answer of 1xx comes before the real one.
        if (statusCode < 200) return;
        head = { statusCode, headers };
      },
      // A copy: the chunk is a part of a much larger buffer of the socket.
      onResponseData: (_controller, chunk) => void chunks.push(Buffer.from(chunk)),
      onResponseEnd: () => {
        const body = Buffer.concat(chunks);
        if (head !== undefined) resolve({ head, text: decoder.decode(body), isUtf8: isUtf8(body) });
      },
      onResponseError: (_controller, error) => reject(error),
    });
  }
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
