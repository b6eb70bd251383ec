import type { QueryEntries } from "./target.ts";

/** The largest number of requests in the log, and of characters that they have as JSON. */
const maxRequests = 10_000;
const maxCharacters = 16 * 1024 * 1024;

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
  /** Parsed JSON, or the text if it is not JSON or too deep. Null if there is none, if it is larger than 1 MiB, or without a valid token. */
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

interface KeptRequest {
  readonly head: Omit<LoggedRequest, "body">;
  /** JSON: small values take up to twenty times the memory of their text. */
  readonly body: string;
  readonly characters: number;
}

/** The latest 10,000 requests of 16 MiB in all. An older request makes way for a new one. */
export function createRequestLog() {
  const kept = new Map<number, KeptRequest>();
  let characters = 0;
  const remove = (sequence: number): void => {
    characters -= kept.get(sequence)?.characters ?? 0;
    kept.delete(sequence);
  };
  return {
    /** Adds a request, or replaces the one with the same number. */
    add({ body: content, ...head }: LoggedRequest): void {
      const { sequence } = head;
      const body = JSON.stringify(content);
      const request = { head, body, characters: body.length + JSON.stringify(head).length };
      // The replaced one keeps its place.
      characters += request.characters - (kept.get(sequence)?.characters ?? 0);
      kept.set(sequence, request);
      for (const oldest of kept.keys()) {
        if (kept.size <= maxRequests && characters <= maxCharacters) break;
        remove(oldest);
      }
    },
    /** A copy of the log, oldest request first. */
    all: (): readonly LoggedRequest[] =>
      [...kept.values()].map(({ head, body }) => {
        const content: unknown = JSON.parse(body);
        return { ...head, body: content };
      }),
    clear: () => {
      kept.clear();
      characters = 0;
    },
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
