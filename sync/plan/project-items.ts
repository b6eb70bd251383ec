import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { isWithin } from "../../provider/file/path.ts";
import { missingVariableWarning } from "../../provider/file/missing-variables.ts";
import type { Cause } from "../../provider/api/cause.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import type { Action, PlanItem } from "./plan.ts";
import type { ChildWork, ProjectWork } from "./work.ts";

export function projectKey({ project: { declared } }: LoadedFile): string {
  return `${declared.organization_id}/${declared.slug}`;
}

/** The key that a renamed project had. */
export function previousProjectKey({ project: { declared, previousSlug } }: LoadedFile): string | undefined {
  return previousSlug === undefined ? undefined : `${declared.organization_id}/${previousSlug}`;
}

export function childKey(file: LoadedFile, child: string): string {
  return `${projectKey(file)}/${child}`;
}

export function projectItem(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  action: Action,
  details: Partial<Pick<PlanItem, "changes" | "notes" | "reason" | "cause">> = {},
): PlanItem {
  const { changes = [], notes = [], reason, cause } = details;
  return {
    kind: "project",
    key: projectKey(file),
    action,
    id: live?.id,
    changes,
    source: file.project.position,
    reason,
    ...(cause === undefined ? {} : { cause }),
    notes: [...missingVariableNotes(file, "project"), ...missingDomainNotes(file), ...notes],
  };
}

/** Blocks a project, and with it all that is declared in it. `cause`: if the service did not answer. */
export function blockedProject(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  reason: string,
  cause?: Cause,
  isDoubled = false,
): ProjectWork {
  const withCause = cause === undefined ? {} : { cause };
  const child = { action: "blocked", changes: [], reason: "Its project is blocked.", ...withCause, notes: [] } as const;
  const children: ChildWork[] = [
    ...(file.components ?? []).map(({ declared, position }) => ({
      kind: "component" as const,
      knowledge: knowledgeOf(),
      policy: {},
      item: { ...child, kind: "component" as const, key: childKey(file, declared.component), source: position },
    })),
    ...(file.domains ?? []).map(({ declared, absent, position }) => ({
      kind: "domain" as const,
      // A blocked domain with `declared` stays attached to its current project: see planMoves.
      ...(absent ? {} : { declared }),
      item: { ...child, kind: "domain" as const, key: childKey(file, declared.name), source: position },
    })),
  ];
  return {
    item: projectItem(file, live, "blocked", { reason, cause }),
    declared: file.project.declared,
    live,
    children,
    ...(isDoubled ? { isDoubled } : {}),
  };
}

/** Notes on the declared values of an object that were not compared, because their variable is not set. `object`: its path. */
export function missingVariableNotes(file: LoadedFile, object: string): string[] {
  return file.missingVariables
    .filter(({ path }) => isWithin(path, object))
    .map((value) => `${value.path.slice(object.length + 1)}: ${missingVariableWarning(value)}`);
}

function missingDomainNotes(file: LoadedFile): string[] {
  return file.missingVariables
    .filter(({ path }) => isWithin(path, "domains"))
    .map((value) => `${value.path}: ${missingVariableWarning(value)}`);
}
