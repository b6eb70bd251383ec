import type { Dispatcher } from "undici";
import type { HttpAnswer } from "./answers.ts";
import { exchange, type ExchangeEvents } from "./exchange.ts";
import type { Proxies } from "./proxy.ts";

/** The way to the service. */
export interface Connection {
  /** Sends one request and receives the complete answer, as `exchange` does. */
  exchange(request: Dispatcher.DispatchOptions, signal: AbortSignal, events: ExchangeEvents): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Loads the HTTP library when it is first needed: a run that only checks files needs none. */
export function createConnection(connections: number, proxies: Proxies): Connection {
  const load = async () => {
    const { createAgent } = await import("./agent.ts");
    return createAgent(connections, proxies);
  };
  let opened: ReturnType<typeof load> | undefined;
  return {
    exchange: async (request, signal, events) => exchange(await (opened ??= load()), request, signal, events),
    close: async () => (await opened)?.destroy(),
  };
}
