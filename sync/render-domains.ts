import type { Readiness } from "../provider/resources/domain-status.ts";
import { readinessOfBoth, type DomainStatus } from "./plan/domain-status.ts";

const READINESS: readonly (readonly [Readiness, words: string])[] = [
  ["ready", "ready"],
  ["not-ready", "not ready"],
  ["not-known", "not known"],
];

/** How many domains are ready, such as `498 ready, 2 not ready`. Zeros are left out. Empty without domains. */
export function formatDomainCounts(domains: readonly DomainStatus[]): string {
  const readiness = domains.map(readinessOfBoth);
  return READINESS.map(([each, words]) => ({ words, number: readiness.filter((own) => own === each).length }))
    .filter(({ number }) => number > 0)
    .map(({ number, words }) => `${number} ${words}`)
    .join(", ");
}

/** The domains that are not ready. The others are only counted. */
export function notReady(domains: readonly DomainStatus[]): readonly DomainStatus[] {
  return domains.filter((domain) => readinessOfBoth(domain) === "not-ready");
}

/** Why a domain is not ready. */
export function describeNotReady({ dns }: DomainStatus): string {
  return dns === "not-ready" ? "DNS does not point at the service yet" : "certificate not issued yet";
}
