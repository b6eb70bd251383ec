import type { ConnectionFailure } from "./errors.ts";

/** What failed before a request was sent, as the end of a sentence, and what to do. */
export interface Explained {
  readonly isCertificate: boolean;
  readonly reason: string;
  readonly advice: string;
}

/** The settings that decide where a client connects to. */
export interface Way {
  /** What the user calls the base URL, inside a sentence. */
  readonly baseUrl: string;
  /** A proxy is between here and the service. */
  readonly isProxied: boolean;
}

const EXPIRED = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const OTHER_HOST = new Set(["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"]);
/** Codes of Node for a certificate that no known authority has issued, or that is wrong otherwise. */
const UNTRUSTED = /CERT|ISSUER|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/;

/** The table of failed connections: cause, what it means, what to do. `otherwise`: the reason if the cause is in no row. */
export function explainConnection(failure: ConnectionFailure, otherwise: string, way: Way): Explained {
  const { code = "", peer, proxyStatus } = failure;
  const settings = settingsOf(way);
  const connection = (reason: string, advice: string): Explained => ({ isCertificate: false, reason, advice });
  const certificate = (reason: string, advice: string): Explained => ({ isCertificate: true, reason, advice });
  if (proxyStatus === 407) {
    return connection(
      "the proxy asks for a user name and a password (407)",
      "Write them into HTTPS_PROXY, between // and the host name: user:password@proxy.example.com:3128.",
    );
  }
  if (proxyStatus !== undefined) {
    return connection(
      `the proxy answered ${proxyStatus} instead of connecting`,
      "Ask the operator of the proxy for access to the service, or add the host of the service to NO_PROXY.",
    );
  }
  if (EXPIRED.has(code)) {
    return certificate(
      `the certificate is not valid today (${code})`,
      "Check the clock of this machine. If it is right, the operator of the service must renew the certificate.",
    );
  }
  if (OTHER_HOST.has(code)) {
    return certificate(`the certificate is for another host name (${code})`, `Check the host name in ${settings}.`);
  }
  if (UNTRUSTED.test(code)) {
    return certificate(
      `the certificate is not trusted (${code})`,
      "If a private authority or a proxy issues certificates here, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate, and " +
        "check that the file exists.",
    );
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return connection(
      `the host ${peer === undefined ? "" : `${peer} `}was not found (${code})`,
      `Check the host name in ${settings}, and the DNS of this machine. A private network may need a VPN or HTTPS_PROXY.`,
    );
  }
  if (code === "ECONNREFUSED") {
    return connection(
      `${peer ?? "the host"} refused the connection (${code})`,
      `Check the host name and the port in ${settings}, and that the service runs.`,
    );
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return connection(
      `the port does not speak TLS as expected (${code})`,
      `Check the port in ${settings}: it may be one for http, or of another service.`,
    );
  }
  return connection(otherwise, adviceOnNetwork(way));
}

/** What to check if nothing answers at all. */
export function adviceOnNetwork(way: Way): string {
  return `Check ${settingsOf(way)} and the firewall. A private network may need a VPN${way.isProxied ? "" : " or HTTPS_PROXY"}.`;
}

function settingsOf({ baseUrl, isProxied }: Way): string {
  const name = baseUrl.replace(/^The /, "the ");
  return isProxied ? `HTTPS_PROXY and ${name}` : name;
}
