import { DuplicateKeyError, parseJson } from "./parse-json.ts";
import { ANSWERS } from "../text/explanations.ts";
import { isTooDeep, MAX_DEPTH } from "./records.ts";
import { readRefusal } from "./read-refusal.ts";
import { NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";
import { oneLine } from "../text/printable.ts";
import { edit, type Redact, type Redacted } from "../text/redaction.ts";
import { parseRetryAfter } from "./retry.ts";
import { endOfUserInfo, hideUserInfo } from "../text/user-info.ts";

/** Status and headers of an answer. */
export interface Head {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface HttpAnswer {
  readonly head: Head;
  readonly text: string;
  /** False: the text is not what the service meant. */
  readonly isUtf8: boolean;
}

/** Most bytes of an answer's body. */
export const MAX_BODY = 8 * 1024 * 1024;
/** Most milliseconds that an answer may have been in a cache: as long as a list may lag (core/reconcile/settle.ts). */
export const OLDEST_ANSWER = 10_000;
/** Longest excerpt of a text from the service, in characters. */
const MAX_EXCERPT = 200;
/** Characters of a text that an excerpt may show, before its white space is folded. Bounds the time. */
const MAX_SEARCHED = 64 * 1024;
/** Longest excerpt of a header that names a program. */
const MAX_GATEWAY = 80;

interface ReadOptions {
  /** Bytes that were sent, where they matter. */
  readonly size: number | undefined;
  /** A cache may have kept the answer for any time. */
  readonly mayBeOld: boolean;
  readonly redact: Redact;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** OK, and the same as a proxy has changed it. */
const WHOLE: ReadonlySet<number> = new Set([200, 203]);

/**
 * The JSON of a 2xx answer, `undefined` when it has no body. Throws RefusedError for any other status, whatever the body is, and
 * ProtocolError for an answer that a cache has kept for too long: what it does not show may exist by now.
 */
export function readAnswer(
  call: Call,
  { head, text, isUtf8 }: HttpAnswer,
  { mayBeOld, redact, ...options }: ReadOptions,
): unknown {
  const isRefused = head.statusCode < 200 || head.statusCode >= 300;
  // "Not found" says what is there, too.
  const isBelieved = call.method === "GET" && !mayBeOld && (!isRefused || head.statusCode === 404);
  // Several caches make a list (RFC 9111, 5.1).
  const age = Number.parseInt(values(head.headers["age"])[0] ?? "0", 10);
  if (isBelieved && age * 1000 > OLDEST_ANSWER) {
    throw new ProtocolError(call, `the answer is ${age} s old: a cache sent it`, ANSWERS["old-answer"].remedy);
  }
  if (isRefused) throw refusalOf(call, head, text, { redact, ...options });
  if (text.trim() === "") return undefined;
  // What has come so far, or a part of a list (202, 206, 207), would count as all of it.
  if (call.method === "GET" && !WHOLE.has(head.statusCode))
    throw new ProtocolError(
      call,
      `the answer has the status ${head.statusCode}, which does not say that it is whole`,
      "Check proxies and gateways.",
    );
  // Compressed, or in another encoding. Other characters than the service meant could be sent back to it.
  const [encoding = "identity"] = values(head.headers["content-encoding"]);
  if (!isUtf8) {
    const what =
      encoding === "identity" ? "not UTF-8" : `compressed (${encoding}), although the request asks for plain text`;
    throw new ProtocolError(call, `the answer is ${what}`, "Check proxies and gateways.");
  }
  let answer: unknown;
  try {
    answer = parseJson(text);
  } catch (error) {
    if (error instanceof DuplicateKeyError) throw new ProtocolError(call, "a key in the answer is duplicate");
    // JSON that is cut off is an incomplete answer, so a read is tried again.
    if (/^\s*[{[]/.test(text)) throw new NoAnswerError(call, "the answer is cut off or is not valid JSON", true);
    answer = text;
  }
  // It may be the text of an error: reading shows what took place.
  if (typeof answer === "string") {
    const what = answer === text ? "not JSON" : "only a text";
    const reason = `the answer is ${what}: ${excerpt(answer, redact)}`;
    throw new ProtocolError(call, reason, ANSWERS["wrong-address"].remedy);
  }
  if (isTooDeep(answer)) throw new ProtocolError(call, `the answer is nested more than ${MAX_DEPTH} levels deep`);
  return answer;
}

/** The value of the header x-request-id, safe to show. */
export function requestIdOf({ headers }: Head, redact: Redact): Redacted | undefined {
  const requestId = values(headers["x-request-id"])[0];
  return requestId === undefined ? undefined : excerpt(requestId, redact);
}

function refusalOf(
  call: Call,
  head: Head,
  text: string,
  { size, redact, now }: Omit<ReadOptions, "mayBeOld">,
): RefusedError {
  const { statusCode: status, headers } = head;
  return new RefusedError(call, {
    status,
    size,
    requestId: requestIdOf(head, redact),
    retryAfter: parseRetryAfter(values(headers["retry-after"])[0], values(headers["date"])[0], now),
    ...readRefusal(text, (part) => excerpt(part, redact)),
  });
}

/** The start of a text of the service, on one line and without secrets. */
export function excerpt(text: string, redact: Redact, length = MAX_EXCERPT): Redacted {
  return edit(redact(text, { length: endOfUserInfo(text, MAX_SEARCHED) }), (shown) => {
    const line = oneLine(hideUserInfo(shown)).replace(/\s+/gu, " ").trim();
    return line.length > length ? `${line.slice(0, length - 1)}…` : line;
  });
}

/** Names the programs that an answer came through, such as `server: nginx, via: 1.1 varnish`. Empty: the answer names none. */
export function gatewaysOf({ headers }: Head, redact: Redact): string {
  const named = ["server", "via", "x-cache"].flatMap((name) => {
    const [value] = values(headers[name]);
    return value === undefined ? [] : [`${name}: ${excerpt(value, redact, MAX_GATEWAY)}`];
  });
  return named.join(", ");
}

function values(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : [header].flat();
}
