import { AsyncLocalStorage } from "node:async_hooks";
import type { Client } from "../../../core/api/client.ts";
import type { Clock } from "../../../core/api/clock.ts";

/** One call of a client's method, in virtual time. */
export interface Call {
  readonly name: string;
  endedAt: number | undefined;
  /** Paths with query: a list has a request for each page, and the deadline is that of a request with its repetitions. */
  readonly requests: { readonly method: string; readonly path: string; readonly at: number }[];
}

export interface Calls {
  watch(client: Client): Client;
  /** A client sends a request. */
  readonly sent: (method: string, path: string) => void;
  take(): readonly Call[];
}

/** Measures every call of a client from without: it knows the methods, and is told of the requests. */
export function watchCalls(clock: Pick<Clock, "now">): Calls {
  const current = new AsyncLocalStorage<Call>();
  let calls: Call[] = [];

  async function measured(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const call: Call = { name, endedAt: undefined, requests: [] };
    calls.push(call);
    try {
      return await current.run(call, work);
    } finally {
      call.endedAt = clock.now();
    }
  }

  /** A section of a client, such as `projects`, each of whose methods is measured. */
  function watched<Section extends object>(name: string, section: Section): Section {
    return new Proxy(section, {
      get: (_target, method) => {
        const found: unknown = Reflect.get(section, method);
        if (typeof found !== "function") return found;
        return (...given: readonly unknown[]) =>
          measured(`${name}.${String(method)}`, async () => Reflect.apply(found, section, given));
      },
    });
  }

  /** Also those that stop by a gate, or end at a time. */
  function watch(client: Client): Client {
    return {
      ...client,
      projects: watched("projects", client.projects),
      components: watched("components", client.components),
      domains: watched("domains", client.domains),
      catalogue: watched("catalogue", client.catalogue),
      withWriteGate: (...given) => watch(client.withWriteGate(...given)),
      withEnd: (end) => watch(client.withEnd(end)),
    };
  }

  return {
    sent: (method, path) => {
      current.getStore()?.requests.push({ method, path, at: clock.now() });
    },
    watch,
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
