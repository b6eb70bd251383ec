import { printable } from "../../core/text/printable.ts";
import { formatPosition } from "../../core/file/position.ts";
import { differenceOf } from "./difference.ts";
import {
  countActions,
  nameInProject,
  projectOf,
  type Action,
  type PlanItem,
  type PlannedChange,
  ACTIONS,
  type Plan,
} from "../../core/plan/plan.ts";
import { STATUSES } from "../../core/reconcile/outcome.ts";
import type { ApplySummary } from "./item-outcome.ts";
import { readinessOfBoth, type DomainStatus } from "../../core/plan/live-domains.ts";

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  create: "to create",
  update: "to update",
  move: "to move",
  delete: "to delete",
  blocked: "blocked",
  unmanaged: "unmanaged",
  unchanged: "unchanged",
};

/** The counts of a plan, such as `2 to create, 1 unchanged, 5 left out by only`. Zeros are left out. */
export function formatPlanCounts({
  counts,
  leftOut = 0,
  ignored = 0,
  unset = 0,
  hidden = 0,
}: Pick<Plan, "counts" | "leftOut" | "ignored" | "unset" | "hidden">): string {
  return formatCounts([
    ...ACTIONS.map((action) => [counts[action], ACTION_WORDS[action]] as const),
    [leftOut, "left out by only"],
    [ignored, "ignored"],
    [unset, `${unset === 1 ? "value" : "values"} unset`],
    [hidden, `${hidden === 1 ? "value" : "values"} hidden`],
  ]);
}

/** How few fields are managed, such as `2 projects manage 6 of their 50 fields; …`. `undefined` if no project manages few. */
export function formatFewFields({ fewFields }: Pick<Plan, "fewFields">): string | undefined {
  if (fewFields === undefined) return undefined;
  const { projects, managed, known } = fewFields;
  const who = projects === 1 ? "1 project manages" : `${projects} projects manage`;
  return `${who} ${managed} of ${projects === 1 ? "its" : "their"} ${known} fields; projectsync export writes all of them.`;
}

/** The counts of what was applied and what the plan blocked, such as `3 done, 1 not started, 1 blocked`. Zeros are left out. */
export function formatOutcomeCounts({ counts }: Pick<ApplySummary, "counts">, blocked: number): string {
  const outcomes = STATUSES.map((status) => [counts[status], status.replace("-", " ")] as const);
  return formatCounts([...outcomes, [blocked, "blocked"]]);
}

/** Such as `3 done, 1 blocked`. Zeros are left out. */
function formatCounts(counts: readonly (readonly [number: number, words: string])[]): string {
  const parts = counts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return parts.join(", ");
}

/** The meaning of a part of a line. A terminal shows it by a colour. */
export type TextRole = Action | "title" | "source" | "removed" | "added" | "note" | "done" | "failed";

/** Marks a part of a line, such as with a colour. */
export type Mark = (meaning: TextRole, text: string) => string;

export const plain: Mark = (_meaning, text) => text;

const SYMBOLS: Readonly<Record<Action, string>> = {
  create: "+",
  update: "~",
  move: ">",
  delete: "-",
  blocked: "!",
  unmanaged: "?",
  unchanged: "=",
};

export function symbolOf(action: Action, mark: Mark): string {
  return mark(action, SYMBOLS[action]);
}

/**
 * Renders items by project, with their fields, reasons and notes. Leaves out unchanged items without notes. `isCounted`: the items that
 * are only counted, beside the name of their project. Default: none.
 */
export function renderItems(
  items: readonly PlanItem[],
  mark: Mark,
  isCounted: (item: PlanItem) => boolean = () => false,
): string[] {
  const rendered = items.filter((item) => item.action !== "unchanged" || item.notes.length > 0);
  return [...Map.groupBy(rendered, projectOf)].flatMap(([project, own]) => {
    const { counted = [], shown = [] } = Object.groupBy(own, (item) => (isCounted(item) ? "counted" : "shown"));
    const counts = counted.length === 0 ? "" : `: ${formatPlanCounts({ counts: countActions(counted) })}`;
    const details = shown.flatMap((item) => renderItem(item, mark));
    return [`${mark("title", printable(project))}${counts}`, ...details, ...(shown.length === 0 ? [] : [""])];
  });
}

function renderItem(item: PlanItem, mark: Mark): string[] {
  const { action, kind } = item;
  const name = kind === "project" ? "project" : `${kind} ${printable(nameInProject(item))}`;
  const source = item.source === null ? "" : mark("source", `  ${printable(formatPosition(item.source))}`);
  const head = `  ${mark(action, `${SYMBOLS[action]} ${action.padEnd(9)}`)} ${name}${source}`;
  const fields = item.changes.flatMap((field) => renderChange(field, action, mark));
  const reason = item.reason === undefined ? [] : [`      ${mark(action, printable(item.reason))}`];
  const notes = item.notes.map((note) => `      ${mark("note", `note: ${printable(note)}`)}`);
  return [head, ...reason, ...fields, ...notes];
}

/** Renders `path: from → to`. Of long lists, the removed and added items, one per line. */
function renderChange(change: PlannedChange, action: Action, mark: Mark): string[] {
  const head = `      ${printable(change.path)}:`;
  const { of, removed, added, leftOutItems } = differenceOf(change);
  if (of === "values" && action === "create") return [`${head} ${mark("added", added.join())}`];
  if (of === "values") return [`${head} ${mark("removed", removed.join())} → ${mark("added", added.join())}`];
  return [
    head,
    ...removed.map((text) => `        ${mark("removed", `- ${text}`)}`),
    ...added.map((text) => `        ${mark("added", `+ ${text}`)}`),
    ...(leftOutItems === 0 ? [] : [`        ${mark("note", `… and ${leftOutItems} more`)}`]),
  ];
}

/** How many domains are ready, such as `498 ready, 2 not ready`. Zeros are left out. Empty without domains. */
export function formatDomainCounts(domains: readonly DomainStatus[]): string {
  const readiness = domains.map(readinessOfBoth);
  const states = ["ready", "not-ready", "not-known"] as const;
  return formatCounts(
    states.map((state) => [readiness.filter((each) => each === state).length, state.replace("-", " ")]),
  );
}

/** The domains that are not ready. The others are only counted. */
export function notReady(domains: readonly DomainStatus[]): readonly DomainStatus[] {
  return domains.filter((domain) => readinessOfBoth(domain) === "not-ready");
}

export function describeNotReady({ dns }: DomainStatus): string {
  return dns === "not-ready" ? "DNS does not point at the service yet" : "certificate not issued yet";
}
