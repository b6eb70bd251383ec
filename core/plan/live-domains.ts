import { z } from "zod";
import type { AttachedDomain } from "../reconcile/await-domains.ts";
import { compareText } from "../resources/compare-text.ts";
import { hostNameOf } from "../resources/domain.ts";
import { READINESS, readinessOf, type Readiness } from "../resources/domain-status.ts";
import { name, type Data } from "./record-fields.ts";
import { projectOf } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

const readiness = z.enum(READINESS);

export const domainStatus = z
  .object({
    key: name.describe("The key of the domain, as in items."),
    name: name.describe("The host name in lower-case ASCII."),
    dns: readiness.describe("Whether the DNS of the host name points at the service."),
    ssl: readiness.describe("Whether the certificate has been issued."),
    waitError: z.string().optional().describe("Why the wait for the status failed. Only after an apply that waits."),
  })
  .meta({ id: "domain", description: "The status of a declared domain that is live, as the service shows it." });
/** The status of a declared domain that is live, as the service shows it. */
export type DomainStatus = Data<z.output<typeof domainStatus>>;

/** A declared domain that is live, by its key in the plan. */
export interface LiveDomain extends AttachedDomain {
  readonly key: string;
}

/**
 * The declared domains of a plan that are live, in the plan's order: those that stay as they are, and those that an apply has attached since
 * (`attached`, by key).
 */
export function liveDomains(
  work: readonly PlannedProject[],
  attached: ReadonlyMap<string, AttachedDomain> = new Map(),
): LiveDomain[] {
  const domains = work.flatMap(({ live: project, children }) =>
    children.flatMap((child): LiveDomain[] => {
      if (child.kind !== "domain" || child.declared === undefined) return [];
      const { key, action } = child.item;
      const written = attached.get(key);
      if (written !== undefined) return [{ ...written, key }];
      if (action !== "unchanged" || child.live === undefined || project === undefined) return [];
      return [{ key, address: { projectId: project.id }, live: child.live }];
    }),
  );
  return domains.toSorted((a, b) => compareText(projectOf(a), projectOf(b)) || compareText(a.key, b.key));
}

export function statusOf({ key, live }: Pick<LiveDomain, "key" | "live">): DomainStatus {
  return { key, name: hostNameOf(live), dns: readinessOf(live.dns_status), ssl: readinessOf(live.ssl_status) };
}

/** Both statuses as one. A certificate does not help while the DNS is wrong, and the other way round. */
export function readinessOfBoth({ dns, ssl }: Pick<DomainStatus, "dns" | "ssl">): Readiness {
  if (dns === "not-ready" || ssl === "not-ready") return "not-ready";
  return dns === "ready" && ssl === "ready" ? "ready" : "not-known";
}
