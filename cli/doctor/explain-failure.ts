import { isForbidden, isUnauthenticated, NoAnswerError, RefusedError } from "../../provider/api/errors.ts";
import type { Check } from "../json-output.ts";

/** The check that a failed request failed, and what to do. */
export type Explanation = Required<Pick<Check, "check" | "message" | "remedy">>;

/** What the remedies name. */
export interface Setup {
  /** A proxy may be between here and the service. */
  readonly isProxied: boolean;
  /** NODE_EXTRA_CA_CERTS is set. */
  readonly hasOwnAuthorities: boolean;
}

const ADDRESS = "Check that PROJECTSYNC_BASE_URL is the address of the service, with the right port and path";
const EXPIRED = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const OTHER_HOST = new Set(["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"]);
/** Codes of Node for a certificate that no known authority has issued, or that is wrong otherwise. */
const UNTRUSTED = /CERT|ISSUER|LEAF_SIGNATURE|^INVALID_(?:CA|PURPOSE)$/;

/** Explains an error of a request by its type, its status and its code. */
export function explainFailure(error: Error, setup: Setup): Explanation {
  if (error instanceof NoAnswerError) return explainNoAnswer(error, setup);
  return { message: error.message, ...(error instanceof RefusedError ? explainRefusal(error) : notTheService()) };
}

function explainRefusal(error: RefusedError): Pick<Explanation, "check" | "remedy"> {
  const { status, body } = error;
  if (isUnauthenticated(error) || isForbidden(error)) {
    const token = isUnauthenticated(error)
      ? "Create a new access token, and set PROJECTSYNC_TOKEN to it."
      : "Give the token the right to read projects, or set PROJECTSYNC_TOKEN to another one.";
    const gateway =
      "This may be the answer of a gateway: check that PROJECTSYNC_BASE_URL is the address of the service.";
    // A page may be the answer of a gateway.
    return body === "unexpected"
      ? { check: "service", remedy: `${token} ${gateway}` }
      : { check: "access", remedy: token };
  }
  if (status >= 300 && status < 400) {
    const remedy =
      "Set PROJECTSYNC_BASE_URL to the address that it redirects to. projectsync follows no redirect, because it would send the " +
      "token there. If that is a login page, a gateway refuses programs here.";
    return { check: "service", remedy };
  }
  if (status === 429 || status >= 500) {
    return { check: "service", remedy: "Try again later. If it stays so, ask the operator of the service." };
  }
  return notTheService();
}

function notTheService(): Pick<Explanation, "check" | "remedy"> {
  return { check: "service", remedy: `${ADDRESS}. A gateway or a login page may answer instead.` };
}

function explainNoAnswer(
  { reason, sent, failure }: NoAnswerError,
  { isProxied, hasOwnAuthorities }: Setup,
): Explanation {
  const { code = "", peer = "The host", proxyStatus } = failure;
  const connection = (message: string, remedy: string): Explanation => ({ check: "connection", message, remedy });
  const certificate = (message: string, remedy: string): Explanation => ({ check: "certificate", message, remedy });
  const settings = isProxied ? "HTTPS_PROXY and PROJECTSYNC_BASE_URL" : "PROJECTSYNC_BASE_URL";
  if (proxyStatus === 407) {
    return connection(
      "The proxy asks for a user name and a password (407).",
      "Write them into HTTPS_PROXY: http://user:password@proxy.example.com:3128.",
    );
  }
  if (proxyStatus !== undefined) {
    return connection(
      `The proxy answered ${proxyStatus} instead of connecting.`,
      "Ask the operator of the proxy for access to the service, or add the host of the service to NO_PROXY.",
    );
  }
  if (EXPIRED.has(code)) {
    return certificate(
      `The certificate is not valid today (${code}).`,
      "Check the clock of this machine. If it is right, the operator of the service must renew the certificate.",
    );
  }
  if (OTHER_HOST.has(code)) {
    return certificate(`The certificate is for another host name (${code}).`, `Check the host name in ${settings}.`);
  }
  if (UNTRUSTED.test(code)) {
    return certificate(
      `The certificate is not trusted (${code}).`,
      hasOwnAuthorities
        ? "Check that the file that NODE_EXTRA_CA_CERTS names exists, and has the certificate of the authority in PEM."
        : "If a private authority or a proxy issues certificates here, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate.",
    );
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return connection(
      `${peer} was not found (${code}).`,
      `Check the host name in ${settings}, and the DNS of this machine. A private network may need a VPN or HTTPS_PROXY.`,
    );
  }
  if (code === "ECONNREFUSED") {
    return connection(
      `${peer} refused the connection (${code}).`,
      `Check the host name and the port in ${settings}, and that the service runs.`,
    );
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return connection(
      `The port does not speak TLS as expected (${code}).`,
      `Check the port in ${settings}: it may be one for http, or of another service.`,
    );
  }
  if (sent) {
    return connection(
      `${capitalized(reason)}.`,
      `Check the port in ${settings}. If it is right, the service or a gateway is overloaded: try again later.`,
    );
  }
  return connection(
    `${capitalized(reason)}.`,
    `Check ${settings} and the firewall. A private network may need a VPN${isProxied ? "" : " or HTTPS_PROXY"}.`,
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
