import { childrenOf, type LoadedFile } from "../file/loaded-file.ts";
import { isWithin } from "../file/position.ts";
import { missingVariableWarning } from "../file/missing-variables.ts";
import type { Cause } from "../api/cause.ts";
import type { ProjectRecord } from "../api/records.ts";
import { newItem, type Action, type ItemDetails, type PlanItem } from "./plan.ts";
import type { PlannedChild, PlannedProject } from "./planned-object.ts";

export function projectKey({ project: { declared, key } }: Pick<LoadedFile, "project">): string {
  return key ?? `${declared.organization_id}/${declared.slug}`;
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
  { notes = [], ...details }: ItemDetails = {},
): PlanItem {
  const unset = [...missingVariableNotes(file, "project"), ...missingVariableNotes(file, "domains", "")];
  const { position: source } = file.project;
  return newItem("project", projectKey(file), action, {
    id: live?.id,
    source,
    ...details,
    notes: [...unset, ...notes],
  });
}

/** Blocks a project, and with it all that is declared in it. `cause`: if the service did not answer. */
export function blockedProject(
  file: LoadedFile,
  live: ProjectRecord | undefined,
  reason: string,
  cause?: Cause,
  isDoubled = false,
): PlannedProject {
  const children = childrenOf(file).map(({ kind, name, absent, position: source }): PlannedChild => {
    const details = { reason: "Its project is blocked.", cause, source };
    const item = newItem(kind, childKey(file, name), "blocked", details);
    // A blocked domain with `declared` stays attached to its current project: see planMoves.
    return kind === "domain" && !absent ? { kind, name, item, declared: { name } } : { kind, name, item };
  });
  return {
    file,
    item: projectItem(file, live, "blocked", { reason, cause }),
    declared: file.project.declared,
    live,
    children,
    isDoubled,
  };
}

/**
 * Notes on declared values that were not compared, because their variable is not set. `object`: the path of what declares them.
 * `omitted`: the start of their paths that a note leaves out.
 */
export function missingVariableNotes(file: LoadedFile, object: string, omitted = `${object}.`): string[] {
  return file.missingVariables
    .filter(({ path }) => isWithin(path, object))
    .map((value) => `${value.path.slice(omitted.length)}: ${missingVariableWarning(value)}`);
}
