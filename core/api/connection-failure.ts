import { ANSWERS } from "../text/explanations.ts";
import { excerpt, MAX_BODY } from "./answers.ts";
import { NoAnswerError, ProtocolError, type Call } from "./errors.ts";
import type { Redact } from "../text/redaction.ts";

/** Codes of Node, or `PROXY_` and the status that a proxy answered instead of connecting. The first row that fits counts. */
const CODES: readonly (readonly [code: RegExp, cause: keyof typeof ANSWERS])[] = [
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, "certificate-date"],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, "certificate-host"],
  // No known authority has issued it, or it is wrong otherwise.
  [/CERT|ISSUER|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/, "certificate-untrusted"],
  [/^PROXY_407$/, "proxy-password"],
  [/^PROXY_5/, "proxy-cannot-reach"],
  [/^PROXY_/, "proxy-refuses"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "host-not-found"],
  [/^ECONNREFUSED$/, "port-closed"],
  [/^ERR_SSL_|^EPROTO$/, "port-not-tls"],
];

/** The user's names for the settings, inside a sentence. */
export interface SettingNames {
  /** Those that decide where a request goes. */
  readonly settings: string;
  /** The variable with the proxy. */
  readonly proxy: string;
}

/** An attempt took too long. */
export function timeoutError(call: Call, sent: boolean, milliseconds: number, names: SettingNames): NoAnswerError {
  const seconds = milliseconds / 1000;
  if (sent) return new NoAnswerError(call, `no complete answer within ${seconds} s`, true);
  const remedy = fill(ANSWERS["no-connection"].remedy, { ...names });
  return new NoAnswerError(call, `cannot connect to the service within ${seconds} s`, false, remedy);
}

/** The error for a failed attempt. `sent`: its first byte was written. */
export function failureOf(
  call: Call,
  error: unknown,
  sent: boolean,
  names: SettingNames,
  redact: Redact,
): NoAnswerError | ProtocolError {
  const { code = "", message = "", hostname, address, port } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_BODY / 1024 / 1024} MiB`);
  }
  if (sent) {
    const why = code || excerpt(message, redact);
    return new NoAnswerError(call, `the connection closed before the answer was complete (${why})`, true);
  }
  const { cause, code: shown } = networkCauseOf(error);
  const { means, remedy } = ANSWERS[cause];
  // Node names the host that it did not find, or the address that it did not reach.
  const isReached = address === undefined || port === undefined;
  const peer = hostname ?? (isReached ? undefined : `${address.includes(":") ? `[${address}]` : address}:${port}`);
  const words = {
    ...names,
    code: shown,
    name: peer === undefined ? "" : `${peer} `,
    peer: peer ?? "the host",
  };
  return new NoAnswerError(call, fill(means, words), false, fill(remedy, words), cause);
}

/** Why an attempt to connect failed. `code`: Node's, or the status that a proxy answered instead of connecting. Neither quotes a header. */
export function networkCauseOf(error: unknown): { readonly cause: keyof typeof ANSWERS; readonly code: string } {
  const { code = "", name = "", message = "" } = describe(error);
  const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
  const known = status === undefined ? code : `PROXY_${status}`;
  const [, cause] = CODES.find(([codes]) => codes.test(known)) ?? [code, "no-connection"];
  return { cause, code: status ?? (code || name) };
}

export function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_all, word: string) => words[word] ?? "");
}

type FailureText = Partial<Record<"code" | "name" | "message" | "hostname" | "address" | "port", string>>;

function describe(error: unknown): FailureText {
  // When all addresses of a host name fail, Node throws an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}
