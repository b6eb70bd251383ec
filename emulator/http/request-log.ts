import type { QueryEntries } from "./target.ts";

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
  /** Parsed JSON, the text if it is not JSON, or null if there is none. */
  readonly body: unknown;
  readonly authorized: boolean;
  /** Whether the request took effect. False if a fault kept it from the service. */
  readonly handled: boolean;
  /** HTTP status of the answer. 0 if no answer was sent. */
  readonly status: number;
  /** The fault that the request met, such as "reset before", "answer 429" or "list empty-page". */
  readonly fault?: string;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  /** A copy of the log, oldest request first. */
  all(): readonly LoggedRequest[];
  clear(): void;
}

export function createRequestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    add(request) {
      requests.push(request);
    },
    all: () => [...requests],
    clear() {
      requests.length = 0;
    },
  };
}

/** A query in the form of the request log. */
export function queryByName(entries: QueryEntries): LoggedRequest["query"] {
  const names = [...new Set(entries.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const values = entries.filter(([other]) => other === name).map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
