import type { ProjectRecord } from "../../provider/api/records.ts";
import { tableOf } from "../../provider/api/table-of.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { NOT_ASKED } from "../../provider/resources/catalogue.ts";
import { CHILD_KINDS, SECTIONS, type ChildKind } from "../../provider/resources/kind.ts";
import { planComponents } from "./components.ts";
import { planDomains } from "./domains.ts";
import type { Prune } from "./options.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork } from "./work.ts";

/** Plans the section of a file, if it has one. */
type PlanSection = (file: LoadedFile, project: ProjectRecord | undefined, scope: Scope) => ChildWork[];

const PLANS: { readonly [Kind in ChildKind]: PlanSection } = { component: planComponents, domain: planDomains };

export function wantChildren(file: LoadedFile, { id: key }: ProjectRecord, { view }: Scope): void {
  const managed = Object.values(SECTIONS).filter((section) => file[section] !== undefined);
  view.want(...managed.map((of) => ({ of, key })));
}

/** Plans what is in a project. `project`: `undefined` if it will be created. */
export function planChildren(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): ChildWork[] {
  return CHILD_KINDS.flatMap((kind) => PLANS[kind](file, project, scope));
}

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it and the file does not ignore it. Otherwise it is kept, and the project with it. The catalogue is not asked: a removal that the
 * slugs do not tell is in doubt.
 */
export function planChildDeletions(file: LoadedFile, project: ProjectRecord, scope: Scope): ChildWork[] {
  const view = { ...scope.view, catalogue: (slug: string) => ({ ...NOT_ASKED, slug }) };
  const planWhole = (whole: LoadedFile, prune: readonly Prune[]): ChildWork[] => {
    wantChildren(whole, project, scope);
    const planned = planChildren(whole, project, { ...scope, view, options: { ...scope.options, prune } });
    return planned.filter(({ item }) => item.action !== "unchanged");
  };
  const sectionsOf = (isEmpty: boolean) =>
    tableOf(Object.values(SECTIONS).map((section) => [section, isEmpty ? [] : (file[section] ?? [])] as const));
  const byLine = planWhole({ ...file, ...sectionsOf(false) }, []);
  if (scope.options.prune?.includes("all") !== true) return byLine;
  const removed = new Set(byLine.flatMap(({ item, live }) => (item.action === "delete" ? (live ?? []) : [])));
  // Without lines, also those whose host name is not known here, nothing is in doubt. A line counts more than `ignore`.
  return planWhole({ ...file, ...sectionsOf(true), missingVariables: [] }, ["all"]).map((child) =>
    child.isIgnored === true && child.live !== undefined && removed.has(child.live)
      ? { ...child, item: { ...child.item, action: "delete" }, isIgnored: false, stays: undefined }
      : child,
  );
}

/** Why a project is not deleted with what is in it. */
export function whyHeld(project: string, kept: readonly ChildWork[]): string {
  const held = kept.map(({ item: { key, action, reason }, isIgnored }) => {
    const why = action === "blocked" ? reason : isIgnored === true ? "its file ignores it" : undefined;
    return why === undefined ? key : `${key} (${why})`;
  });
  const isIgnored = kept.some((child) => child.isIgnored === true);
  const all = `${isIgnored ? "take it out of `ignore`, and " : ""}delete all that is in this project alone`;
  return (
    `It still holds ${held.join(", ")}. Declare each with \`absent: true\`, or ${all}: ` +
    `--only ${project} --prune all.`
  );
}
