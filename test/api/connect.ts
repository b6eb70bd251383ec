import { onTestFinished } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../core/api/client.ts";
import type { Clock } from "../../core/api/clock.ts";

export interface FakeClock extends Clock {
  /** Milliseconds of each wait, in order; time limits, which are no waits, left out. */
  readonly waits: readonly number[];
  /** Time limits and other long sleeps that have neither come to their end nor been stopped. */
  pending(): number;
  /** Time passes, and what is due comes to its end. */
  pass(milliseconds: number): void;
}

/** Sleeps from this long on are time limits: they end when other waits, or `pass`, bring the time. */
const LONG = 30_000;

/** A clock for tests: waits take no time, and `random` always returns `chance`. */
export function fakeClock(chance = 0): FakeClock {
  const waits: number[] = [];
  const sleepers = new Map<() => void, number>();
  let time = Date.UTC(2026, 0, 1);
  function pass(milliseconds: number): void {
    time += milliseconds;
    for (const [wake, due] of sleepers) if (due <= time) wake();
  }
  return {
    waits,
    pass,
    pending: () => sleepers.size,
    now: () => time,
    sleep: async (milliseconds, signal) => {
      signal.throwIfAborted();
      if (milliseconds < LONG) {
        waits.push(milliseconds);
        pass(milliseconds);
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const stop = () => reject(signal.reason);
      sleepers.set(resolve, time + milliseconds);
      signal.addEventListener("abort", stop);
      await promise.finally(() => {
        sleepers.delete(resolve);
        signal.removeEventListener("abort", stop);
      });
    },
    timer: (milliseconds, ring) => {
      const wake = (): void => {
        sleepers.delete(wake);
        ring();
      };
      sleepers.set(wake, time + milliseconds);
      return () => void sleepers.delete(wake);
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
