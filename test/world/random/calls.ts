import { AsyncLocalStorage } from "node:async_hooks";
import type { Client } from "../../../provider/api/client.ts";
import type { Clock } from "../../../provider/api/clock.ts";

/** One call of a client's method, in virtual time. */
export interface Call {
  readonly name: string;
  /** From its first wait or request on: its place in the queue does not count. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Paths with query: a list has a request for each page, and the deadline is that of a request with its repetitions. */
  readonly requests: { readonly method: string; readonly path: string; readonly at: number }[];
}

export interface Calls {
  /** The client's clock, which tells when a call begins. */
  readonly clock: Clock;
  watch(client: Client): Client;
  /** A client sends a request. */
  readonly sent: (method: string, path: string) => void;
  take(): readonly Call[];
}

/** Measures every call of a client from without: it knows the methods, and is told of the requests. */
export function watchCalls(clock: Clock): Calls {
  const current = new AsyncLocalStorage<Call>();
  let calls: Call[] = [];

  function measured<Arguments extends unknown[], Answer>(
    name: string,
    method: (...given: Arguments) => Promise<Answer>,
  ): (...given: Arguments) => Promise<Answer> {
    return async (...given) => {
      const call: Call = { name, startedAt: undefined, endedAt: undefined, requests: [] };
      calls.push(call);
      try {
        return await current.run(call, () => method(...given));
      } finally {
        call.endedAt = clock.now();
      }
    };
  }

  return {
    clock: {
      ...clock,
      sleep: (milliseconds, signal) => {
        const call = current.getStore();
        if (call !== undefined) call.startedAt ??= clock.now();
        return clock.sleep(milliseconds, signal);
      },
    },
    sent: (method, path) => {
      const call = current.getStore();
      if (call === undefined) return;
      call.startedAt ??= clock.now();
      call.requests.push({ method, path, at: clock.now() });
    },
    watch: (client) => {
      const { projects, components, domains, catalogue } = client;
      return {
        ...client,
        projects: {
          create: measured("projects.create", (...given: Parameters<typeof projects.create>) =>
            projects.create(...given),
          ),
          update: measured("projects.update", (...given: Parameters<typeof projects.update>) =>
            projects.update(...given),
          ),
          get: measured("projects.get", (...given: Parameters<typeof projects.get>) => projects.get(...given)),
          delete: measured("projects.delete", (...given: Parameters<typeof projects.delete>) =>
            projects.delete(...given),
          ),
          list: measured("projects.list", (...given: Parameters<typeof projects.list>) => projects.list(...given)),
        },
        components: {
          create: measured("components.create", (...given: Parameters<typeof components.create>) =>
            components.create(...given),
          ),
          update: measured("components.update", (...given: Parameters<typeof components.update>) =>
            components.update(...given),
          ),
          get: measured("components.get", (...given: Parameters<typeof components.get>) => components.get(...given)),
          delete: measured("components.delete", (...given: Parameters<typeof components.delete>) =>
            components.delete(...given),
          ),
          list: measured("components.list", (...given: Parameters<typeof components.list>) =>
            components.list(...given),
          ),
        },
        domains: {
          attach: measured("domains.attach", (...given: Parameters<typeof domains.attach>) => domains.attach(...given)),
          get: measured("domains.get", (...given: Parameters<typeof domains.get>) => domains.get(...given)),
          detach: measured("domains.detach", (...given: Parameters<typeof domains.detach>) => domains.detach(...given)),
          list: measured("domains.list", (...given: Parameters<typeof domains.list>) => domains.list(...given)),
        },
        catalogue: {
          get: measured("catalogue.get", (...given: Parameters<typeof catalogue.get>) => catalogue.get(...given)),
        },
      };
    },
    take: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}
