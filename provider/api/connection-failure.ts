import { ANSWERS } from "../explanations.ts";
import { excerpt, MAX_BODY } from "./answers.ts";
import { NoAnswerError, ProtocolError, type Call } from "./errors.ts";

/** What decides where a client connects to. */
export interface Way {
  /** What the user calls the settings, inside a sentence. */
  readonly settings: string;
  /** A proxy is between here and the service. */
  readonly isProxied: boolean;
}

/** Codes of Node, or `PROXY_` and the status that a proxy answered instead of connecting. The first row that fits counts. */
const CODES: readonly (readonly [code: RegExp, cause: keyof typeof ANSWERS])[] = [
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, "certificate-date"],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, "certificate-host"],
  // No known authority has issued it, or it is wrong otherwise.
  [/CERT|ISSUER|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/, "certificate-untrusted"],
  [/^PROXY_407$/, "proxy-password"],
  [/^PROXY_/, "proxy-refuses"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "host-not-found"],
  [/^ECONNREFUSED$/, "port-closed"],
  [/^ERR_SSL_|^EPROTO$/, "port-not-tls"],
];

/** An attempt took too long. `way`: what to check when it could not even be sent. */
export function timeoutError(call: Call, sent: boolean, milliseconds: number, way: Way): NoAnswerError {
  const seconds = milliseconds / 1000;
  if (sent) return new NoAnswerError(call, `no complete answer within ${seconds} s`, true);
  const remedy = fill(ANSWERS["no-connection"].remedy, wordsOf(way));
  return new NoAnswerError(call, `cannot connect to the service within ${seconds} s`, false, remedy);
}

/** The error for a failed attempt. `sent`: its first byte was written. `way`: what to check when it was not. */
export function failureOf(
  call: Call,
  error: unknown,
  sent: boolean,
  way: Way,
  redact: (text: string) => string,
): NoAnswerError | ProtocolError {
  const { code = "", name = "", message = "", hostname, address, port } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_BODY / 1024 / 1024} MiB`);
  }
  if (sent) {
    const why = code || excerpt(message, redact);
    return new NoAnswerError(call, `the connection closed before the answer was complete (${why})`, true);
  }
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  const known = status === undefined ? code : `PROXY_${status}`;
  const [, cause] = CODES.find(([codes]) => codes.test(known)) ?? [code, "no-connection"];
  const { means, remedy } = ANSWERS[cause];
  // Node names the host that it did not find, or the address that it did not reach.
  const isReached = address === undefined || port === undefined;
  const peer = hostname ?? (isReached ? undefined : `${address.includes(":") ? `[${address}]` : address}:${port}`);
  const words = {
    ...wordsOf(way),
    code: status ?? (code || name),
    name: peer === undefined ? "" : `${peer} `,
    peer: peer ?? "the host",
  };
  return new NoAnswerError(call, fill(means, words), false, fill(remedy, words), cause.startsWith("certificate-"));
}

type Words = Readonly<Record<string, string>>;

function wordsOf({ settings, isProxied }: Way): Words {
  return { settings, proxy: isProxied ? "" : " or HTTPS_PROXY" };
}

function fill(text: string, words: Words): string {
  return text.replace(/\{(\w+)\}/g, (_all, word: string) => words[word] ?? "");
}

type Described = Partial<Record<"code" | "name" | "message" | "hostname" | "address" | "port", string>>;

function describe(error: unknown): Described {
  // When all addresses of a host name fail, Node throws an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}
