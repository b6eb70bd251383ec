import type { ProjectRecord } from "../api/records.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { projectWithId, projectWithKey } from "../reconcile/snapshot-view.ts";
import { nameList } from "../resources/name-list.ts";
import { isSameProject } from "../resources/project-identity.ts";
import type { Scope } from "./select-objects.ts";

/*
 * The live project that a file means, where files of one run rename projects in a chain: the slug of one is the previous slug of the next.
 * A slug may still be that of a project which another file renames or removes, or already that of a project which got it from there.
 */

/** The live project that a file means. `undefined` if there is none. `asked`: the files that depend on the answer. */
export function findLive(file: LoadedFile, scope: Scope, asked: readonly LoadedFile[] = []): ProjectRecord | undefined {
  const { declared, id, previousSlug, absent } = file.project;
  if (id !== undefined) return projectWithId(scope.view, id, declared.organization_id);
  const own = projectWithKey(scope.view, declared);
  // A removal applies to the project that has the slug now, not to one that was to be renamed to it.
  if (previousSlug === undefined || absent) return own;
  if (own !== undefined && !givesUpSlug(own, file, scope, asked)) return own;
  return projectWithKey(scope.view, { ...declared, slug: previousSlug }) ?? own;
}

/** True if another file renames a project that has the slug of this file, or removes it by its `id`. */
export function givesUpSlug(
  live: ProjectRecord,
  file: LoadedFile,
  scope: Scope,
  asked: readonly LoadedFile[] = [],
): boolean {
  const { declared } = file.project;
  return scope.selection.all.some((other) => {
    const { id, previousSlug = "", absent } = other.project;
    if (other === file) return false;
    if (id !== undefined) return id === live.id && (absent || !isSameProject(other.project.declared, declared));
    const isRenamed =
      !absent && !asked.includes(other) && isSameProject({ ...other.project.declared, slug: previousSlug }, declared);
    return isRenamed && findLive(other, scope, [...asked, file])?.id === live.id;
  });
}

/** True if a project that has the previous slug of a file is the one that another file means by its slug. */
export function isMeantByOthers(live: ProjectRecord, file: LoadedFile, scope: Scope): boolean {
  const next = nextInChain(file, scope);
  return next !== undefined && findLive(next, scope)?.id === live.id;
}

/** The slugs that files pass on in a circle: then it cannot be told whether that was done. Empty if this file is in none. */
export function exchangeOf(file: LoadedFile, scope: Scope): readonly string[] {
  const chain = [file];
  for (let next = nextInChain(file, scope); next !== undefined; next = nextInChain(next, scope)) {
    if (next === file) return chain.map(({ project }) => project.declared.slug);
    if (chain.includes(next)) return [];
    chain.push(next);
  }
  return [];
}

/** The file whose slug is the previous slug of this one. */
function nextInChain(file: LoadedFile, { selection }: Scope): LoadedFile | undefined {
  const { declared, id, previousSlug, absent } = file.project;
  if (previousSlug === undefined || id !== undefined || absent) return undefined;
  const key = { ...declared, slug: previousSlug };
  const others = selection.all.filter((other) => other !== file && !other.project.absent);
  return others.find((other) => isSameProject(other.project.declared, key));
}

export function explainExchange(slugs: readonly string[]): string {
  return `${nameList(slugs)} are exchanged. That takes two steps: rename one of the projects to a slug that no project has, and apply. Then rename all, each from the slug that it has by then.`;
}
