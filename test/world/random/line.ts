import type { RequestPhase } from "../../../emulator/service.ts";
import type { Clock } from "../../../core/api/clock.ts";
import type { Connection } from "../../../core/api/connection.ts";
import { violation } from "./violation.ts";

/** Where a run is killed: before or after its so many-th request takes effect. */
export interface Kill {
  readonly request: number;
  readonly phase: RequestPhase;
}

/** What stands between one run and the service. */
export interface Line {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Resolves when the run is killed. Rejects when it sends requests without end. */
  readonly cut: Promise<void>;
}

export interface LineOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly kill?: Kill | undefined;
  /** Called before each request. */
  readonly onRequest: (method: string, path: string) => void;
}

/** More requests than any run sends. Without sockets, a run without end would never let a timer fire. */
const MOST_REQUESTS = 10_000;

/**
 * A killed run hears nothing from its line any more: no answer arrives, no wait ends, and nothing it sends reaches the service.
 * So it does nothing any more, as if its process had ended.
 */
export function openLine({ connection, clock, kill, onRequest }: LineOptions): Line {
  const dead = new AbortController();
  const { promise: cut, resolve, reject } = Promise.withResolvers<void>();
  let requests = 0;

  const die = (): Promise<never> => {
    dead.abort();
    return new Promise(() => undefined);
  };
  const whileAlive = <T>(work: Promise<T>): Promise<T> =>
    work.then(
      (result) => (dead.signal.aborted ? die() : result),
      (error: unknown) => {
        if (dead.signal.aborted) return die();
        throw error;
      },
    );
  // Nothing is left waiting in the service, or in the clock, for a run that was killed.
  const orDead = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, dead.signal]);

  const exchange: Connection["exchange"] = (request, signal, events) => {
    if (dead.signal.aborted) return die();
    requests += 1;
    if (requests > MOST_REQUESTS) {
      reject(violation(`the run does not end: it sends more than ${MOST_REQUESTS} requests`));
      return die();
    }
    onRequest(request.method, request.path);
    if (kill === undefined) return connection.exchange(request, signal, events);
    if (requests < kill.request) return whileAlive(connection.exchange(request, orDead(signal), events));
    resolve();
    // Handled at once: what comes back is not received.
    if (kill.phase === "handled") connection.exchange(request, dead.signal, events).catch(() => undefined);
    return die();
  };
  return {
    connection: { exchange, close: () => connection.close() },
    clock:
      kill === undefined
        ? clock
        : {
            ...clock,
            sleep: (milliseconds, signal) =>
              dead.signal.aborted ? die() : whileAlive(clock.sleep(milliseconds, orDead(signal))),
            timer: (milliseconds, ring) => {
              if (dead.signal.aborted) return () => undefined;
              const putAway = clock.timer(milliseconds, ring);
              dead.signal.addEventListener("abort", putAway, { once: true });
              return putAway;
            },
          },
    cut,
  };
}
