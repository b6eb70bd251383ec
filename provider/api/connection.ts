import type { Dispatcher } from "undici";
import type { Proxies } from "./proxy.ts";

/** The way to the service. */
export interface Connection {
  /** The agent for one request. Calls `onSend` just before the first byte is written. */
  agentFor(onSend: () => void): Promise<Dispatcher>;
  close(): Promise<void>;
}

/** Loads the HTTP library when it is first needed: a run that only checks files needs none. */
export function createConnection(connections: number, proxies: Proxies): Connection {
  const load = async () => {
    const { createAgent, observeSend } = await import("./agent.ts");
    return { agent: createAgent(connections, proxies), observeSend };
  };
  let opened: ReturnType<typeof load> | undefined;
  return {
    agentFor: async (onSend) => {
      const { agent, observeSend } = await (opened ??= load());
      return observeSend(agent, onSend);
    },
    close: async () => (await opened)?.agent.destroy(),
  };
}
