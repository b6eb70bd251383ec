import { booleanForm } from "../api/records.ts";
import type { WaitFor } from "./wait-for.ts";

/** The service's word on the DNS or the certificate of a domain. `not-known`: neither true nor false. */
export const READINESS = ["ready", "not-ready", "not-known"] as const;
export type Readiness = (typeof READINESS)[number];

/** The readiness that a status shows. Some services write booleans as text or as 0 and 1. */
export function readinessOf(status: unknown): Readiness {
  const form = booleanForm(status);
  if (form === true) return "ready";
  return form === false ? "not-ready" : "not-known";
}

/** The statuses of a domain. Not the type of its record: users' programs would load zod's types. */
interface Statuses {
  readonly dns_status?: unknown;
  readonly ssl_status?: unknown;
}

/** Says why a domain is not ready, such as `its DNS does not point at the service yet`. `undefined` if the wait is over. */
export function whatIsMissing(domain: Statuses, waitFor: WaitFor): string | undefined {
  // A certificate is issued only once the DNS is right, and does not help while it is wrong.
  if (readinessOf(domain.dns_status) === "not-ready") return "its DNS does not point at the service yet";
  const name = `${waitFor}_status` as const;
  const status = domain[name];
  if (readinessOf(status) === "ready") return undefined;
  if (readinessOf(status) === "not-ready") return "its certificate has not been issued yet";
  if (typeof status !== "string" && typeof status !== "number") return `the service shows no ${name}`;
  return `the service shows ${name} ${JSON.stringify(status)}, which is neither true nor false`;
}
