import type { ProjectRecord } from "../api/records.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { planDomains } from "./domains.ts";
import type { FateOf } from "./options.ts";
import { blockedProject, projectItem } from "./project-items.ts";
import type { Scope } from "./only.ts";
import type { DomainWork, ProjectWork } from "./work.ts";

/**
 * Plans the sweep of one project: only live domains that its file does not declare and that have a fate. Nothing else of the project is
 * in the plan. A host name that cannot be told from another one, or that the file may declare, is blocked.
 */
export function planSweep(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  fateOf: FateOf,
  scope: Scope,
): ProjectWork {
  if (live === undefined) {
    const reason = "The project does not exist, so there is nothing to sweep. Correct `organization_id` or `slug`.";
    return blockedProject({ ...file, domains: [] }, live, reason);
  }
  const children = planDomains(file, live, scope).flatMap((work): DomainWork[] => {
    const fate = work.kind === "domain" && work.declared === undefined ? fateOf(work.name) : undefined;
    if (work.kind !== "domain" || fate === undefined) return [];
    const { action, reason } =
      work.stays === undefined ? fate : { action: "blocked" as const, reason: `It stays, because ${work.stays}.` };
    return [{ ...work, item: { ...work.item, action, reason } }];
  });
  const item = projectItem(file, live, "unchanged");
  return { file, item, declared: file.project.declared, live, children, isLeftOut: true };
}
