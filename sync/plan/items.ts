import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { isIn } from "../../provider/file/path.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import type { Action, PlanItem } from "./plan.ts";
import type { ChildWork, ProjectWork } from "./work.ts";

export function projectKey({ project: { declared } }: LoadedFile): string {
  return `${declared.organization_id}/${declared.slug}`;
}

export function childKey(file: LoadedFile, child: string): string {
  return `${projectKey(file)}/${child}`;
}

export function projectItem(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  action: Action,
  details: Partial<Pick<PlanItem, "changes" | "notes" | "reason">> = {},
): PlanItem {
  const { changes = [], notes = [], reason } = details;
  return {
    kind: "project",
    key: projectKey(file),
    action,
    id: live?.id,
    changes,
    source: file.project.position,
    reason,
    notes: [...unavailableIn(file, "project"), ...unavailableDomains(file), ...notes],
  };
}

/** The project, and everything declared in it, which cannot be reached without it. */
export function blockedProject(file: LoadedFile, live: ProjectRecord | undefined, reason: string): ProjectWork {
  const because = "Its project is blocked.";
  const child = { action: "blocked", changes: [], reason: because, notes: [] } as const;
  const children: ChildWork[] = [
    ...(file.components ?? []).map(({ declared, position }) => ({
      kind: "component" as const,
      knowledge: knowledgeOf(),
      policy: {},
      item: { ...child, kind: "component" as const, key: childKey(file, declared.component), source: position },
    })),
    ...(file.domains ?? []).map(({ declared, absent, position }) => ({
      kind: "domain" as const,
      // What is to be here holds on to its name; what is to be gone does not.
      ...(absent ? {} : { declared }),
      item: { ...child, kind: "domain" as const, key: childKey(file, declared.name), source: position },
    })),
  ];
  return { item: projectItem(file, live, "blocked", { reason }), declared: file.project.declared, live, children };
}

/** Says of each declared value whose variable is not available here that it was not compared. */
export function unavailableIn(file: LoadedFile, at: string): string[] {
  return file.unavailable
    .filter(({ path }) => isIn(path, at))
    .map(({ path, variable, secret }) => {
      const field = path.slice(at.length + 1);
      return `${field}: the ${secret ? "secret" : "variable"} ${variable} is not available here, so it was not compared.`;
    });
}

function unavailableDomains(file: LoadedFile): string[] {
  return file.unavailable
    .filter(({ path }) => isIn(path, "domains"))
    .map(({ path, variable }) => `${path}: ${variable} is not available here, so this domain was left out.`);
}
