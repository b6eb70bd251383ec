import type { QueryEntries } from "./target.ts";

/** One request that the emulator received. The Authorization header is never kept, only whether it was right. */
export interface LoggedRequest {
  /** The place of this request among all that were started, from 1; emptying the log does not reset it. */
  readonly sequence: number;
  /** When it was received whole, in milliseconds since the epoch, by the emulator's clock. */
  readonly at: number;
  /** What the service's answer says in `x-request-id`. */
  readonly requestId: string;
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  /** By name; a name that came more than once has a list. Empty if the query could not be decoded. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Parsed JSON; the bare text if it was not JSON; null if there was none. */
  readonly body: unknown;
  readonly authorized: boolean;
  /** False: it met a fault before the service saw it, and never took effect. */
  readonly handled: boolean;
  /** The HTTP status that the answer said; 0 where none was sent. */
  readonly status: number;
  /** The fault that it met, such as "reset before", "answer 429" or "list empty-page". */
  readonly fault?: string;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  /** What was logged so far, oldest first; later requests do not appear in it. */
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

/** A query as the log shows it. */
export function queryByName(entries: QueryEntries): LoggedRequest["query"] {
  const names = [...new Set(entries.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const values = entries.filter(([other]) => other === name).map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
