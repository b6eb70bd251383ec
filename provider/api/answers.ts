import { MAX_BODY, MAX_HEADERS } from "./agent.ts";
import { NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";
import { errorRecord } from "./records.ts";
import { retryAfter } from "./retry.ts";

type Redact = (text: string) => string;

/** What came before the body. */
export interface Head {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const EXCERPT = 200;
const MAX_PARAMS = 20;

export function isSuccess({ statusCode }: Head): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The JSON of a 2xx answer, `undefined` where it had no body. */
export function parseAnswer(call: Call, text: string, redact: Redact): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // JSON that breaks off is an answer that did not come whole, and a read is worth another try.
    if (/^\s*[{[]/.test(text)) throw new NoAnswerError(call, "the answer breaks off, or is not valid JSON", true);
    const advice = "Check that the base URL is the service's address.";
    throw new ProtocolError(call, `the answer is not JSON: ${excerpt(text, redact)} ${advice}`);
  }
}

/** What an answer outside 2xx says; never throws, whatever the body is. `now` is in milliseconds since the epoch. */
export function refusalOf(
  call: Call,
  { statusCode: status, headers }: Head,
  text: string,
  redact: Redact,
  now: number,
): RefusedError {
  const requestId = values(headers["x-request-id"])[0];
  const waits = values(headers["retry-after"]).map(
    (header) => retryAfter(header, values(headers["date"])[0], now) ?? 0,
  );
  return new RefusedError(call, {
    status,
    requestId: requestId === undefined ? undefined : excerpt(requestId, redact),
    // Something in front of the service may have added one of its own; each of them is a floor.
    retryAfter: waits.length === 0 ? undefined : Math.max(...waits),
    ...whatItSays(text, redact),
  });
}

function whatItSays(text: string, redact: Redact): Pick<RefusedError, "message" | "type" | "params"> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { type: undefined, message: excerpt(text, redact), params: [] };
  }
  const parsed = errorRecord.safeParse(body);
  if (!parsed.success) return { type: undefined, message: excerpt(text, redact), params: [] };
  const { type, message, params } = parsed.data.error;
  return {
    type: excerpt(type, redact),
    message: excerpt(message ?? "no message", redact),
    params: (params ?? []).slice(0, MAX_PARAMS).map((field) => ({
      param: excerpt(field.param ?? "a field", redact),
      message: excerpt(field.message ?? "no message", redact),
    })),
  };
}

/** Characters of a text that are gone through for an excerpt of it. */
const LOOKED_AT = 64 * 1024;

/** Text of the service on one line, in one direction, short, without secrets: it may end up on a runner's log. */
function excerpt(text: string, redact: Redact): string {
  const line = redact(text.slice(0, LOOKED_AT))
    .replace(/[\s\p{Cc}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/gu, " ")
    .trim();
  if (line === "") return "(nothing)";
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}

/** The body did not come whole or was too large, and the status says all the same that the service refused. */
export function isRefusalByHead(head: Head, failure: Error): boolean {
  if (isSuccess(head)) return false;
  return failure instanceof ProtocolError || head.statusCode === 429 || head.statusCode >= 500;
}

/** An attempt was given up after so many milliseconds. `check`: what may be wrong where it could not even be sent. */
export function tookTooLong(call: Call, sent: boolean, milliseconds: number, check: string): NoAnswerError {
  const seconds = milliseconds / 1000;
  if (sent) return new NoAnswerError(call, `no whole answer within ${seconds} s`, true);
  return new NoAnswerError(call, `cannot connect to the service within ${seconds} s. Check ${check}`, false);
}

/** What the failure of an attempt means. `sent`: its first byte was written. `check`: what may be wrong where it was not. */
export function failureOf(call: Call, error: unknown, sent: boolean, check: string, redact: Redact): Error {
  const { code = "", name = "", message = "" } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_BODY / 1024 / 1024} MiB`);
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new ProtocolError(call, `the answer's headers are larger than ${MAX_HEADERS / 1024} KiB`);
  }
  if (sent) {
    const reason = code || excerpt(message, redact);
    return new NoAnswerError(call, `the connection ended before a whole answer came (${reason})`, true);
  }
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  const what = status === undefined ? code || name : `the proxy answers ${status}`;
  return new NoAnswerError(call, `cannot connect to the service (${what}). Check ${check}`, false);
}

function describe(error: unknown): { code?: string; name?: string; message?: string } {
  // Node reports a failed connection to a name with several addresses as an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}

function values(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat();
}
