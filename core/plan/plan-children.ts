import { nameList } from "../resources/name-list.ts";
import type { ProjectRecord } from "../api/records.ts";
import { unmatchedGlobs } from "../file/ignored-names.ts";
import { childrenOf, problemAt, type LoadedFile } from "../file/loaded-file.ts";
import type { Problem } from "../file/problem.ts";
import { listsIn } from "../reconcile/snapshot.ts";
import { isAutomatic } from "../resources/automatic-domain.ts";
import { hostNameOf } from "../resources/domain.ts";
import { CHILD_KINDS, SECTIONS } from "../resources/kind.ts";
import { liveComponents, planComponents } from "./plan-components.ts";
import { liveDomainLines, planDomains } from "./plan-domains.ts";
import { prunes } from "./plan-options.ts";
import type { Scope } from "./select-objects.ts";
import { planUndeclared } from "./unmanaged-objects.ts";
import type { PlannedChild } from "./planned-object.ts";

/**
 * A warning for each glob of `ignore` that matches nothing live where the run prunes: what it is to keep may have another name, and would be
 * deleted.
 */
export function warnOfUnmatched(file: LoadedFile, { id }: ProjectRecord, { view, options }: Scope): Problem[] {
  return CHILD_KINDS.flatMap((kind) => {
    const section = SECTIONS[kind];
    const isPruned = prunes(options, section) && (file[section] !== undefined || file.project.absent);
    if (!isPruned || file.ignore[section] === undefined) return [];
    const names =
      kind === "domain"
        ? view.domains(id).map(hostNameOf)
        : view.components(id).map(({ component_slug: slug }) => slug ?? "");
    return unmatchedGlobs(file.ignore, kind, names).map((index) => {
      const message = `matches no live ${kind} of the project, and this run prunes: check the spelling`;
      return problemAt(file, "warning", ["ignore", section, index], message);
    });
  });
}

export function wantChildren(file: LoadedFile, { id: key }: ProjectRecord, { view }: Scope): void {
  const managed = Object.values(SECTIONS).filter((section) => file[section] !== undefined);
  view.want(...managed.map((of) => ({ of, key })));
}

/** Plans what is in a project. `project`: `undefined` if it will be created. */
export function planChildren(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): PlannedChild[] {
  return [...planComponents(file, project, scope), ...planDomains(file, project, scope)];
}

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it and the file does not ignore it. Otherwise it is kept, and the project with it. A removal in doubt is blocked, as in a project
 * that stays.
 */
export function planChildDeletions(file: LoadedFile, project: ProjectRecord, scope: Scope): PlannedChild[] {
  const { view, options } = scope;
  view.want(...listsIn(project.id));
  const lines = [...liveComponents(file, project.id, view), ...liveDomainLines(file, project.id, view)];
  // An automatic domain goes with its project, unless its removal is declared.
  const all = lines.filter(({ child, line }) => !isAutomatic(child.live) || line?.absent === true);
  const isPruned = options.prune?.includes("all") === true;
  const planned = planUndeclared(
    file,
    project.id,
    all.map(({ child }) => child),
    all.map(({ child, line, isMeant = false }) => {
      return { child, isDeleted: isPruned || line?.absent === true, mayBeDeclared: line !== undefined || isMeant };
    }),
  );
  // Only an object without a line can make a removal doubtful.
  if (isPruned || all.every(({ line }) => line !== undefined)) return planned;
  const removals = new Set(childrenOf(file).flatMap(({ name, absent }) => (absent ? [name] : [])));
  const doubtful = planChildren(file, project, scope).filter(
    ({ name, item }) => item.action === "blocked" && removals.has(name),
  );
  const blocked = new Set(doubtful.map(({ item }) => item.key));
  return [...planned.filter(({ item }) => !blocked.has(item.key)), ...doubtful];
}

/** Why a project is not deleted with what is in it. What a removal in doubt may mean is not said to need a removal. */
export function whyHeld(project: string, kept: readonly PlannedChild[]): string {
  const keysOf = (children: readonly PlannedChild[]): string => nameList(children.map(({ item }) => item.key));
  const ignored = keysOf(kept.filter(({ isIgnored }) => isIgnored === true));
  const doubtful = kept.filter(({ item }) => item.action === "blocked");
  const others = keysOf(
    kept.filter((child) => child.isIgnored !== true && !doubtful.some(({ kind }) => kind === child.kind)),
  );
  const sentences = [
    others !== "" &&
      `It still holds ${others}. Declare each with \`absent: true\`, or delete all that is in this project alone: ` +
        `--only ${project} --prune all.`,
    ...doubtful.map(({ item }) => `It still holds ${item.key}. ${item.reason}`),
    ignored !== "" && `It holds ${ignored}, which its file ignores. Delete that by hand, or take it out of \`ignore\`.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
