import { excerpt, MAX_BODY } from "./answers.ts";
import { NoAnswerError, ProtocolError, type Call } from "./errors.ts";

/** What decides where a client connects to. */
export interface Way {
  /** What the user calls the settings, inside a sentence. */
  readonly settings: string;
  /** A proxy is between here and the service. */
  readonly isProxied: boolean;
}

/** A code of Node, or `PROXY_` and the status that a proxy answered instead of connecting; what it means; what to do. */
type Row = readonly [code: RegExp, meaning: string, advice: string];

/** The first row that fits counts. */
const CERTIFICATE: readonly Row[] = [
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    "the certificate is not valid today ({code})",
    "Check the clock of this machine. If it is right, the operator of the service must renew the certificate.",
  ],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    "the certificate is for another host name ({code})",
    "Check the host name in {settings}.",
  ],
  [
    // No known authority has issued it, or it is wrong otherwise.
    /CERT|ISSUER|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/,
    "the certificate is not trusted ({code})",
    "If a private authority or a proxy issues certificates here, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate, and check that " +
      "the file exists.",
  ],
];

const CONNECTION: readonly Row[] = [
  [
    /^PROXY_407$/,
    "the proxy asks for a user name and a password ({code})",
    "Write them into HTTPS_PROXY, between // and the host name: user:password@proxy.example.com:3128.",
  ],
  [
    /^PROXY_/,
    "the proxy answered {code} instead of connecting",
    "Ask the operator of the proxy for access to the service, or add the host of the service to NO_PROXY.",
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    "the host {name}was not found ({code})",
    "Check the host name in {settings}, and the DNS of this machine. A private network may need a VPN or HTTPS_PROXY.",
  ],
  [
    /^ECONNREFUSED$/,
    "{peer} refused the connection ({code})",
    "Check the host name and the port in {settings}, and that the service runs.",
  ],
  [
    /^ERR_SSL_|^EPROTO$/,
    "the port does not speak TLS as expected ({code})",
    "Check the port in {settings}: it may be one for http, or of another service.",
  ],
];

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
  const fits = ([codes]: Row): boolean => codes.test(status === undefined ? code : `PROXY_${status}`);
  const certificate = CERTIFICATE.find(fits);
  const unknown = [code, `cannot connect to the service (${code || name})`, adviceOnNetwork(way)] as const;
  const [, meaning, advice] = certificate ?? CONNECTION.find(fits) ?? unknown;
  // Node names the host that it did not find, or the address that it did not reach.
  const isReached = address === undefined || port === undefined;
  const peer = hostname ?? (isReached ? undefined : `${address.includes(":") ? `[${address}]` : address}:${port}`);
  const words: Readonly<Record<string, string>> = {
    code: status ?? code,
    name: peer === undefined ? "" : `${peer} `,
    peer: peer ?? "the host",
    settings: way.settings,
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, word: string) => words[word] ?? "");
  return new NoAnswerError(call, fill(meaning), false, fill(advice), certificate !== undefined);
}

/** What to check if nothing answers at all. */
function adviceOnNetwork({ settings, isProxied }: Way): string {
  return `Check ${settings} and the firewall. A private network may need a VPN${isProxied ? "" : " or HTTPS_PROXY"}.`;
}

type Described = Partial<Record<"code" | "name" | "message" | "hostname" | "address" | "port", string>>;

function describe(error: unknown): Described {
  // When all addresses of a host name fail, Node throws an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}
