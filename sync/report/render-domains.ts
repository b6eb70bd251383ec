import { formatCounts } from "./format-counts.ts";
import { readinessOfBoth, type DomainStatus } from "../../core/plan/domain-status.ts";

/** How many domains are ready, such as `498 ready, 2 not ready`. Zeros are left out. Empty without domains. */
export function formatDomainCounts(domains: readonly DomainStatus[]): string {
  const readiness = domains.map(readinessOfBoth);
  const states = ["ready", "not-ready", "not-known"] as const;
  return formatCounts(
    states.map((state) => [readiness.filter((each) => each === state).length, state.replace("-", " ")]),
  );
}

/** The domains that are not ready. The others are only counted. */
export function notReady(domains: readonly DomainStatus[]): readonly DomainStatus[] {
  return domains.filter((domain) => readinessOfBoth(domain) === "not-ready");
}

export function describeNotReady({ dns }: DomainStatus): string {
  return dns === "not-ready" ? "DNS does not point at the service yet" : "certificate not issued yet";
}
