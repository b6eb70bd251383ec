import { booleanForm } from "../api/boolean-form.ts";

/** The statuses of a domain. */
interface Statuses {
  readonly dns_status?: unknown;
  readonly ssl_status?: unknown;
}

/** What a wait is for: the DNS of the host name points at the service, or its certificate has been issued. */
export const WAIT_FOR = ["dns", "ssl"] as const;
export type WaitFor = (typeof WAIT_FOR)[number];

/** Characters. A longer status is not shown. */
const LONGEST_WORD = 100;

/** What the service says of the DNS or the certificate of a domain. `not-known`: neither true nor false. */
export type Readiness = "ready" | "not-ready" | "not-known";

/** The readiness that a status shows. Some services write booleans as text or as 0 and 1. */
export function readinessOf(status: unknown): Readiness {
  const form = booleanForm(status);
  if (form === true) return "ready";
  return form === false ? "not-ready" : "not-known";
}

/** Whether the wait for a domain is over. A certificate does not help while the DNS is wrong. */
export function hasStatus({ dns_status: dns, ssl_status: ssl }: Statuses, waitFor: WaitFor): boolean {
  if (waitFor === "dns") return readinessOf(dns) === "ready";
  return readinessOf(ssl) === "ready" && readinessOf(dns) !== "not-ready";
}

/** Why `hasStatus` is false, such as `its DNS does not point at the service yet`. */
export function whatIsMissing(domain: Statuses, waitFor: WaitFor): string {
  // A certificate is issued only once the DNS is right.
  if (readinessOf(domain.dns_status) === "not-ready") return "its DNS does not point at the service yet";
  const name = `${waitFor}_status` as const;
  const status = domain[name];
  if (readinessOf(status) === "not-ready") return "its certificate has not been issued yet";
  if (typeof status !== "string" && typeof status !== "number") return `the service shows no ${name}`;
  // Whole or not at all: redaction does not find a part of a secret.
  const shown = String(status).length > LONGEST_WORD ? `a long ${name}` : `${name} ${JSON.stringify(status)}`;
  return `the service shows ${shown}, which is neither true nor false`;
}
