import type { QueryEntries } from "./target.ts";

/** The largest number of requests in the log. */
const maxRequests = 10_000;

/** A request that the emulator received. The Authorization header is not stored, only whether it was valid. */
export interface LoggedRequest {
  /** Number of the request, from 1. Emptying the log does not reset it. */
  readonly sequence: number;
  /** Time when the whole request was received, in milliseconds since the epoch, by the emulator's clock. */
  readonly receivedAt: number;
  /** The `x-request-id` header of the answer. */
  readonly requestId: string;
  readonly method: string;
  /** As sent (percent-encoded), without the query. */
  readonly path: string;
  /** By name. A repeated name has a list of values. Empty if the query cannot be decoded. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Parsed JSON, or the text if it is not JSON or too deep. Null if there is none, or if it is larger than 1 MiB. */
  readonly body: unknown;
  readonly authorized: boolean;
  /** Whether the request took effect. False if a fault kept it from the service. */
  readonly handled: boolean;
  /** HTTP status of the answer. 0 if no answer was sent, 500 if the emulator failed. */
  readonly status: number;
  /** The fault that the request met, such as "reset before", "answer 429" or "list empty-page". */
  readonly fault?: string;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** The latest 10,000 requests. An older request makes way for a new one. */
export function createRequestLog() {
  const requests = new Map<number, LoggedRequest>();
  return {
    /** Adds a request, or replaces the one with the same number. */
    add(request: LoggedRequest): void {
      requests.set(request.sequence, request);
      for (const oldest of requests.keys()) {
        if (requests.size <= maxRequests) break;
        requests.delete(oldest);
      }
    },
    /** A copy of the log, oldest request first. */
    all: (): readonly LoggedRequest[] => [...requests.values()],
    clear: () => requests.clear(),
  };
}

/** A query in the form of the request log. */
export function queryByName(entries: QueryEntries): LoggedRequest["query"] {
  const byName = Map.groupBy(entries, ([name]) => name);
  const valuesOf = (found: QueryEntries): string | readonly string[] => {
    const [first = "", ...more] = found.map(([, value]) => value);
    return more.length === 0 ? first : [first, ...more];
  };
  return Object.fromEntries([...byName].map(([name, found]) => [name, valuesOf(found)]));
}
