import type { ProjectRecord } from "../../provider/api/records.ts";
import { tableOf } from "../../provider/api/table-of.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { NOT_ASKED } from "../../provider/resources/catalogue.ts";
import { CHILD_KINDS, SECTIONS, type ChildKind } from "../../provider/resources/kind.ts";
import { planComponents } from "./components.ts";
import { planDomains } from "./domains.ts";
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
  const isPruned = scope.options.prune?.includes("all") === true;
  const sections = Object.values(SECTIONS).map((section) => [section, isPruned ? [] : (file[section] ?? [])] as const);
  const whole = { ...file, ...tableOf(sections) };
  wantChildren(whole, project, scope);
  const view = { ...scope.view, catalogue: () => NOT_ASKED };
  const options = { ...scope.options, prune: isPruned ? (["all"] as const) : [] };
  return planChildren(whole, project, { ...scope, view, options }).filter(({ item }) => item.action !== "unchanged");
}

/** Why a project is not deleted with what is in it. */
export function whyHeld(project: string, kept: readonly ChildWork[]): string {
  const held = kept.map(({ item: { key, action, reason }, isIgnored }) => {
    const why = action === "blocked" ? reason : isIgnored === true ? "its file ignores it" : undefined;
    return why === undefined ? key : `${key} (${why})`;
  });
  return (
    `It still holds ${held.join(", ")}. Declare each with \`absent: true\`, or delete all that is in this project alone: ` +
    `--only ${project} --prune all.`
  );
}
