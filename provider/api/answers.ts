import { adviceOnNetwork, explainConnection, type Way } from "./explain-connection.ts";
import { readRefusal } from "./refusal-body.ts";
import { isTooDeep, MAX_DEPTH } from "./depth.ts";
import { NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";
import { oneLine } from "./printable.ts";
import { withoutStop } from "./refusal.ts";
import { parseRetryAfter } from "./retry.ts";

type Redact = (text: string) => string;

/** Status and headers of an answer. */
export interface Head {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An answer, whatever its status. */
export interface HttpAnswer {
  readonly head: Head;
  readonly text: string;
  /** False: the text is not what the service meant. */
  readonly isUtf8: boolean;
}

/** Most bytes of an answer's body. */
export const MAX_BODY = 8 * 1024 * 1024;
/** Longest excerpt of a text from the service, in characters. */
const MAX_EXCERPT = 200;
/** Characters of a text that are searched for secrets and shortened. The rest is dropped first, to bound the time. */
const MAX_SEARCHED = 64 * 1024;
/** Characters before that cut that are not shown: they may hold a part of a secret. */
const UNSEARCHED = 8 * 1024;

export function isSuccess({ statusCode }: Head): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The JSON of a 2xx answer. `undefined` when it has no body. */
export function parseAnswer(call: Call, { text, isUtf8 }: HttpAnswer, redact: Redact): unknown {
  if (text.trim() === "") return undefined;
  // Compressed, or in another encoding. Other characters than the service meant could be sent back to it.
  if (!isUtf8) throw new ProtocolError(call, "the answer is not UTF-8. Check proxies and gateways");
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // JSON that is cut off is an incomplete answer, so a read is tried again.
    if (/^\s*[{[]/.test(text)) throw new NoAnswerError(call, "the answer is cut off or is not valid JSON", true);
    answer = text;
  }
  // It may be the text of an error: reading shows what took place.
  if (typeof answer === "string") {
    const what = answer === text ? "not JSON" : "only a text";
    const advice = "Check that the base URL is the service's address";
    throw new ProtocolError(call, `the answer is ${what}: ${withoutStop(excerpt(answer, redact))}. ${advice}`);
  }
  if (isTooDeep(answer)) throw new ProtocolError(call, `the answer is nested more than ${MAX_DEPTH} levels deep`);
  return answer;
}

/** The value of the header x-request-id, safe to show. */
export function requestIdOf({ headers }: Head, redact: Redact): string | undefined {
  const requestId = values(headers["x-request-id"])[0];
  return requestId === undefined ? undefined : excerpt(requestId, redact);
}

/** The error for an answer outside 2xx. Accepts any body. `now`: milliseconds since the epoch. */
export function refusalOf(call: Call, head: Head, text: string, redact: Redact, now: number): RefusedError {
  const { statusCode: status, headers } = head;
  return new RefusedError(call, {
    status,
    requestId: requestIdOf(head, redact),
    retryAfter: parseRetryAfter(values(headers["retry-after"])[0], values(headers["date"])[0], now),
    ...readRefusal(text, (part) => excerpt(part, redact)),
  });
}

/** The start of a text of the service, on one line and without secrets. */
function excerpt(text: string, redact: Redact): string {
  const searched = redact(text.slice(0, MAX_SEARCHED));
  const line = oneLine(text.length > MAX_SEARCHED ? searched.slice(0, -UNSEARCHED) : searched)
    .replace(/\s+/gu, " ")
    .trim();
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT - 1)}…` : line;
}

/** An attempt took too long. `way`: what to check when it could not even be sent. */
export function timeoutError(call: Call, sent: boolean, milliseconds: number, way: Way): NoAnswerError {
  const seconds = milliseconds / 1000;
  if (sent) return new NoAnswerError(call, `no complete answer within ${seconds} s`, true);
  return new NoAnswerError(call, `cannot connect to the service within ${seconds} s`, false, adviceOnNetwork(way));
}

/** The error for a failed attempt. `sent`: its first byte was written. `way`: what to check when it was not. */
export function failureOf(
  call: Call,
  error: unknown,
  sent: boolean,
  way: Way,
  redact: Redact,
): NoAnswerError | ProtocolError {
  const { code = "", name = "", message = "", ...peer } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_BODY / 1024 / 1024} MiB`);
  }
  if (sent) {
    const reason = `the connection closed before the answer was complete (${code || excerpt(message, redact)})`;
    return new NoAnswerError(call, reason, true, undefined, code === "" ? {} : { code });
  }
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  const failure = {
    ...(code === "" ? {} : { code }),
    ...peerOf(peer),
    ...(status === undefined ? {} : { proxyStatus: Number(status) }),
  };
  const otherwise = `cannot connect to the service (${code || name})`;
  const { reason, advice, isCertificate } = explainConnection(failure, otherwise, way);
  return new NoAnswerError(call, reason, false, advice, { ...failure, isCertificate });
}

/** Node names the host that it did not find, or the address that it did not reach. */
function peerOf({ hostname, address, port }: Described): { readonly peer?: string } {
  if (hostname !== undefined) return { peer: hostname };
  if (address === undefined || port === undefined) return {};
  return { peer: `${address.includes(":") ? `[${address}]` : address}:${port}` };
}

interface Described {
  readonly code?: string;
  readonly name?: string;
  readonly message?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number | string;
}

function describe(error: unknown): Described {
  // When all addresses of a host name fail, Node throws an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}

function values(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat();
}
