import type { ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { View } from "../../provider/reconcile/view.ts";
import { CHILD_KINDS, SECTIONS, type ChildKind } from "../../provider/resources/kind.ts";
import { liveComponents, planComponents } from "./components.ts";
import { liveDomains, planDomains } from "./domains.ts";
import type { Scope } from "./scope.ts";
import { planUndeclared, type LiveLine } from "./undeclared.ts";
import type { ChildWork } from "./work.ts";

/** How the objects of a kind in a project are planned. */
interface ChildPlan {
  /** Plans the section of a file, if it has one. */
  readonly plan: (file: LoadedFile, project: ProjectRecord | undefined, scope: Scope) => ChildWork[];
  /** All that is live in a project. */
  readonly live: (file: LoadedFile, projectId: string, view: View) => readonly LiveLine[];
}

const PLANS: { readonly [Kind in ChildKind]: ChildPlan } = {
  component: { plan: planComponents, live: liveComponents },
  domain: { plan: planDomains, live: liveDomains },
};

export function wantChildren(file: LoadedFile, { id: key }: ProjectRecord, { view }: Scope): void {
  const managed = Object.values(SECTIONS).filter((section) => file[section] !== undefined);
  view.want(...managed.map((of) => ({ of, key })));
}

/** Plans what is in a project. `project`: `undefined` if it will be created. */
export function planChildren(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): ChildWork[] {
  return CHILD_KINDS.flatMap((kind) => PLANS[kind].plan(file, project, scope));
}

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it and the file does not ignore it. Otherwise it is kept, and the project with it.
 */
export function planChildDeletions(file: LoadedFile, { id }: ProjectRecord, scope: Scope): ChildWork[] {
  const { view, options } = scope;
  view.want(...CHILD_KINDS.map((kind) => ({ of: SECTIONS[kind], key: id })));
  const all = CHILD_KINDS.flatMap((kind) => PLANS[kind].live(file, id, view));
  const undeclared = all.map(({ child, line, doubt }) => {
    const isDeleted = options.prune?.includes("all") === true || line?.absent === true;
    return { child, isDeleted, mayBeDeclared: line !== undefined || doubt !== undefined, doubt };
  });
  return planUndeclared(
    file,
    all.map(({ child }) => child),
    undeclared,
  );
}

/** Why a project is not deleted with what is in it. */
export function whyHeld(project: string, kept: readonly ChildWork[]): string {
  const keysOf = (children: readonly ChildWork[]): string => children.map(({ item }) => item.key).join(", ");
  const ignored = keysOf(kept.filter(({ isIgnored }) => isIgnored === true));
  const doubtful = kept.filter(({ item }) => item.action === "blocked");
  const others = keysOf(kept.filter(({ isIgnored, item }) => isIgnored !== true && item.action !== "blocked"));
  const sentences = [
    others !== "" &&
      `It still holds ${others}. Declare each with \`absent: true\`, or delete all that is in this project alone: ` +
        `--only ${project} --prune all.`,
    ...doubtful.map(({ item }) => `It still holds ${item.key}. ${item.reason}`),
    ignored !== "" && `It holds ${ignored}, which its file ignores. Delete that by hand, or take it out of \`ignore\`.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
