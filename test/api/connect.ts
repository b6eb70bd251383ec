import { onTestFinished } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../provider/api/client.ts";
import type { Clock } from "../../provider/api/retry.ts";

export interface FakeClock extends Clock {
  /** Milliseconds of each wait, in order. */
  readonly waits: readonly number[];
}

/** Time that passes only in waits, and chance that always says `chance`. */
export function fakeClock(chance = 0): FakeClock {
  const waits: number[] = [];
  let time = Date.UTC(2026, 0, 1);
  return {
    waits,
    now: () => time,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      waits.push(milliseconds);
      time += milliseconds;
    },
    random: () => chance,
  };
}

/** A client of a server, closed when the test ends. It never really waits between attempts. */
export function connect(
  { url, token }: { readonly url: string; readonly token: string },
  options: Partial<ClientOptions> = {},
): Client {
  const client = createClient({ baseUrl: url, token, userAgent: "test/1", clock: fakeClock(), ...options });
  onTestFinished(() => client.close());
  return client;
}

/** What a promise rejects with. */
export async function caught(promise: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await promise.then(
    () => new Error("It did not reject."),
    (error: unknown) => error,
  );
  return outcome instanceof Error ? outcome : new Error(`Not an Error: ${String(outcome)}`);
}

/** Method and path of each request, as a server logged them. */
export function lines(requests: readonly { readonly method: string; readonly path: string }[]): string[] {
  return requests.map(({ method, path }) => `${method} ${path}`);
}
