import { formatPosition } from "../provider/file/position.ts";
import { formatProblem, type Problem } from "../provider/file/problem.ts";
import type { Applied, Outcome } from "../sync/apply/outcome.ts";
import { isChange, projectOf, type Action, type Plan, type PlanItem, type PlannedChange } from "../sync/plan/plan.ts";
import { REDACTED } from "../provider/api/redaction.ts";
import { printable } from "../provider/api/printable.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import type { Report } from "../sync/report.ts";
import type { Style } from "./output.ts";

interface RenderedReport {
  /** Lines for stdout. */
  readonly text: readonly string[];
  /** Lines for stderr. */
  readonly errors: readonly string[];
}

/** Renders a run for a terminal, counts last. */
export function renderReport(report: Report, style: Style): RenderedReport {
  const { mode, result, files, problems, error, plan, applied } = report;
  const problemLines = (level: Problem["level"]): string[] =>
    problems.filter((problem) => problem.level === level).map((problem) => printable(formatProblem(problem)));
  const errors = problemLines("error");
  const warnings = problemLines("warning").map((warning) => style("yellow", warning));
  const errorLine = (message: string): string => `error: ${printable(message)}`;
  if (error !== undefined) return { text: warnings, errors: [...errors, errorLine(error)] };
  if (plan === undefined) {
    const valid =
      errors.length === 0 ? [`${style("green", "✓")} ${count(files.length, "file")} valid, not planned`] : [];
    return { text: [...warnings, ...valid], errors };
  }
  const refused = plan.guards.flatMap(({ passed, message }) => (passed ? [] : errorLine(message)));
  if (applied !== undefined) {
    const blocked = plan.items.filter(({ action }) => action === "blocked");
    return { text: [...warnings, ...renderItems(blocked, style), applyLine(applied, plan, style)], errors };
  }
  const last = mode === "drift" ? driftLine(result, plan, style) : planLine(plan, style);
  const nothing = mode === "apply" ? ["Nothing was written."] : [];
  return {
    text: [...warnings, ...renderItems(plan.items, style), last],
    errors: [...errors, ...refused, ...(refused.length + errors.length > 0 ? nothing : [])],
  };
}

const SYMBOLS: Readonly<Record<Action, { symbol: string; colour: Parameters<Style>[0] }>> = {
  create: { symbol: "+", colour: "green" },
  update: { symbol: "~", colour: "yellow" },
  move: { symbol: ">", colour: "cyan" },
  delete: { symbol: "-", colour: "red" },
  blocked: { symbol: "!", colour: "magenta" },
  unmanaged: { symbol: "?", colour: "gray" },
  unchanged: { symbol: "=", colour: "gray" },
};

/** Renders items by project. Leaves out unchanged items without notes. */
function renderItems(items: readonly PlanItem[], style: Style): string[] {
  const printed = items.filter((item) => item.action !== "unchanged" || item.notes.length > 0);
  const projects = [...new Set(printed.map(projectOf))];
  return projects.flatMap((project) => {
    const own = printed.filter((item) => projectOf(item) === project);
    return [style("bold", printable(project)), ...own.flatMap((item) => renderItem(item, project, style)), ""];
  });
}

function renderItem(item: PlanItem, project: string, style: Style): string[] {
  const { symbol, colour } = SYMBOLS[item.action];
  const name = item.kind === "project" ? "project" : `${item.kind} ${printable(item.key.slice(project.length + 1))}`;
  const source = item.source === null ? "" : style("gray", `  ${printable(formatPosition(item.source))}`);
  const head = `  ${style(colour, `${symbol} ${item.action.padEnd(9)}`)} ${name}${source}`;
  const fields = item.changes.flatMap((field) => renderChange(field, item.action, style));
  const reason = item.reason === undefined ? [] : [`      ${style(colour, printable(item.reason))}`];
  const notes = item.notes.map((note) => `      ${style("yellow", `note: ${printable(note)}`)}`);
  return [head, ...reason, ...fields, ...notes];
}

/** Renders `path: from → to`. A list of objects shows only the removed and added objects, one per line. */
function renderChange({ path, from, to }: PlannedChange, action: Action, style: Style): string[] {
  const head = `      ${printable(path)}:`;
  if (isObjectList(from) || isObjectList(to)) {
    const [before, after] = [from, to].map((list) => (isObjectList(list) ? list.map(value) : []));
    const removed = before?.filter((item) => after?.includes(item) === false) ?? [];
    const added = after?.filter((item) => before?.includes(item) === false) ?? [];
    const lines = [
      ...removed.map((item) => `        ${style("red", `- ${item}`)}`),
      ...added.map((item) => `        ${style("green", `+ ${item}`)}`),
    ];
    // If only the order changed, show both lists.
    if (lines.length > 0) return [head, ...lines];
  }
  if (action === "create") return [`${head} ${style("green", value(to))}`];
  return [`${head} ${style("red", value(from))} → ${style("green", value(to))}`];
}

function isObjectList(content: unknown): content is readonly unknown[] {
  return Array.isArray(content) && content.some((item) => typeof item === "object");
}

/** Renders the outcome of one write. */
export function renderOutcome({ action, kind, key, status, message, id }: Outcome, style: Style): string {
  const { symbol, colour } = SYMBOLS[action];
  const what = `${style(colour, symbol)} ${action} ${kind} ${printable(key)}`;
  if (status === "done") {
    const note = message === undefined ? "" : style("yellow", ` note: ${printable(message)}`);
    // The id of a domain is its host name, which the key ends with.
    const newId = id === undefined || kind === "domain" ? "" : style("gray", ` (${printable(id)})`);
    return `${what} ${style("green", "done")}${newId}${note}`;
  }
  return `${what} ${style("red", status)}: ${printable(message ?? "")}`;
}

function planLine(plan: Plan, style: Style): string {
  const title = plan.items.some(isChange) ? style("bold", "Plan:") : style("green", "✓ No changes.");
  return `${title} ${formatPlanCounts(plan)}`;
}

function driftLine(result: Report["result"], plan: Plan, style: Style): string {
  if (result === "drift") return `${style("bold", "Drift:")} ${formatPlanCounts(plan)}`;
  if (result === "no-changes") return `${style("green", "✓ No drift.")} ${formatPlanCounts(plan)}`;
  return planLine(plan, style);
}

function applyLine(applied: Applied, plan: Plan, style: Style): string {
  const counts = formatOutcomeCounts(applied, plan.counts.blocked);
  if (counts === "") return `${style("green", "✓ No changes.")} ${formatPlanCounts(plan)}`;
  const isIncomplete = applied.outcomes.some(({ status }) => status !== "done");
  return `${style("bold", "Apply:")} ${counts}${isIncomplete ? ". Run plan to see what remains." : ""}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function value(content: unknown): string {
  if (content === REDACTED) return REDACTED;
  return printable(JSON.stringify(content) ?? "null");
}
