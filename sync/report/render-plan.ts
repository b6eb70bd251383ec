import { printable } from "../../core/text/printable.ts";
import { formatPosition } from "../../core/file/position.ts";
import { differenceOf } from "./difference.ts";
import { formatPlanCounts } from "./format-counts.ts";
import { countActions, projectOf, type Action, type PlanItem, type PlannedChange } from "../../core/plan/plan.ts";

/** What a part of a line means. A terminal shows it by a colour. */
export type Meaning = Action | "title" | "source" | "removed" | "added" | "note" | "done" | "failed";

/** Marks a part of a line, such as with a colour. */
export type Mark = (meaning: Meaning, text: string) => string;

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
    const details = shown.flatMap((item) => renderItem(item, project, mark));
    return [`${mark("title", printable(project))}${counts}`, ...details, ...(shown.length === 0 ? [] : [""])];
  });
}

function renderItem(item: PlanItem, project: string, mark: Mark): string[] {
  const { action, kind, key } = item;
  const name = kind === "project" ? "project" : `${kind} ${printable(key.slice(project.length + 1))}`;
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
