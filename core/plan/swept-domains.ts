import type { ProjectRecord } from "../api/records.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { planDomains } from "./plan-domains.ts";
import type { DecideSweep } from "./plan-options.ts";
import { blockedProject, projectItem } from "./project-items.ts";
import type { Scope } from "./select-objects.ts";
import type { PlannedDomain, PlannedProject } from "./planned-object.ts";

/**
 * Plans the sweep of one project: only live domains that its file does not declare and that have a fate. Nothing else of the project is
 * in the plan. A host name that cannot be told from another one, or that the file may declare, is blocked.
 */
export function planSweep(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  decideSweep: DecideSweep,
  scope: Scope,
): PlannedProject {
  if (live === undefined) {
    const reason = "The project does not exist, so there is nothing to sweep. Correct `organization_id` or `slug`.";
    return blockedProject({ ...file, domains: [] }, live, reason);
  }
  const children = planDomains(file, live, scope).flatMap((work): PlannedDomain[] => {
    const decision = work.kind === "domain" && work.declared === undefined ? decideSweep(work.name) : undefined;
    if (work.kind !== "domain" || decision === undefined) return [];
    const { action, reason } =
      work.stays === undefined ? decision : { action: "blocked" as const, reason: `It stays, because ${work.stays}.` };
    return [{ ...work, item: { ...work.item, action, reason } }];
  });
  const item = projectItem(file, live, "unchanged");
  return { file, item, declared: file.project.declared, live, children, isLeftOut: true };
}
