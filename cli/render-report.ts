import { formatPosition } from "../provider/file/position.ts";
import { formatProblem, type Problem } from "../provider/file/problem.ts";
import { STATUSES, type Outcome, type Status } from "../sync/apply/outcome.ts";
import {
  ACTIONS,
  isChange,
  projectOf,
  type Action,
  type Plan,
  type PlanItem,
  type PlannedChange,
} from "../sync/plan/plan.ts";
import { REDACTED } from "../provider/api/redaction.ts";
import { printable } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";
import type { Style } from "./output.ts";

interface Rendered {
  readonly text: readonly string[];
  /** Lines for stderr. */
  readonly errors: readonly string[];
}

/** What a person at a terminal is to see of a run, counts last. */
export function renderReport(report: Report, style: Style): Rendered {
  const { mode, result, files, problems, error, plan, applied } = report;
  const said = (level: Problem["level"]): string[] =>
    problems.filter((problem) => problem.level === level).map((problem) => printable(formatProblem(problem)));
  const errors = said("error");
  const warnings = said("warning").map((warning) => style("yellow", warning));
  const asError = (message: string): string => `error: ${printable(message)}`;
  if (error !== undefined) return { text: warnings, errors: [...errors, asError(error)] };
  if (plan === undefined) {
    const valid = errors.length === 0 ? [`${style("green", "✓")} ${count(files.length, "file")} valid`] : [];
    return { text: [...warnings, ...valid], errors };
  }
  const refused = plan.guards.flatMap(({ passed, message }) => (passed ? [] : asError(message)));
  if (applied !== undefined) {
    const blocked = plan.items.filter(({ action }) => action === "blocked");
    return { text: [...warnings, ...renderItems(blocked, style), renderResult(report, style)], errors };
  }
  const last = mode === "drift" ? driftLine(result, plan, style) : planLine(plan, style);
  const nothing = mode === "apply" ? ["Nothing was written."] : [];
  return {
    text: [...warnings, ...renderItems(plan.items, style), last],
    errors: [...errors, ...refused, ...(refused.length + errors.length > 0 ? nothing : [])],
  };
}

const SIGNS: Readonly<Record<Action, { sign: string; colour: Parameters<Style>[0] }>> = {
  create: { sign: "+", colour: "green" },
  update: { sign: "~", colour: "yellow" },
  move: { sign: ">", colour: "cyan" },
  delete: { sign: "-", colour: "red" },
  blocked: { sign: "!", colour: "magenta" },
  unmanaged: { sign: "?", colour: "gray" },
  unchanged: { sign: "=", colour: "gray" },
};

/** Everything but what is as declared, under the project that it belongs to. */
function renderItems(items: readonly PlanItem[], style: Style): string[] {
  const shown = items.filter((item) => item.action !== "unchanged" || item.notes.length > 0);
  const projects = [...new Set(shown.map(projectOf))];
  return projects.flatMap((project) => {
    const own = shown.filter((item) => projectOf(item) === project);
    return [style("bold", printable(project)), ...own.flatMap((item) => renderItem(item, project, style)), ""];
  });
}

function renderItem(item: PlanItem, project: string, style: Style): string[] {
  const { sign, colour } = SIGNS[item.action];
  const name = item.kind === "project" ? "project" : `${item.kind} ${printable(item.key.slice(project.length + 1))}`;
  const from = item.source === null ? "" : style("gray", `  ${printable(formatPosition(item.source))}`);
  const head = `  ${style(colour, `${sign} ${item.action.padEnd(9)}`)} ${name}${from}`;
  const fields = item.changes.flatMap((field) => renderChange(field, item.action, style));
  const reason = item.reason === undefined ? [] : [`      ${style(colour, printable(item.reason))}`];
  const notes = item.notes.map((note) => `      ${style("yellow", `note: ${printable(note)}`)}`);
  return [head, ...reason, ...fields, ...notes];
}

/** `path: from → to`; of a list of rules only the items that come and go, each on a line of its own. */
function renderChange({ path, from, to }: PlannedChange, action: Action, style: Style): string[] {
  const head = `      ${printable(path)}:`;
  if (isRules(from) || isRules(to)) {
    const [before, after] = [from, to].map((list) => (isRules(list) ? list.map(value) : []));
    const gone = before?.filter((item) => after?.includes(item) === false) ?? [];
    const come = after?.filter((item) => before?.includes(item) === false) ?? [];
    const lines = [
      ...gone.map((item) => `        ${style("red", `- ${item}`)}`),
      ...come.map((item) => `        ${style("green", `+ ${item}`)}`),
    ];
    // The same items in another order are shown whole.
    if (lines.length > 0) return [head, ...lines];
  }
  if (action === "create") return [`${head} ${style("green", value(to))}`];
  return [`${head} ${style("red", value(from))} → ${style("green", value(to))}`];
}

function isRules(content: unknown): content is readonly unknown[] {
  return Array.isArray(content) && content.some((item) => typeof item === "object");
}

/** One line per write, as it happens. */
export function renderOutcome({ action, kind, key, status, message, id }: Outcome, style: Style): string {
  const { sign, colour } = SIGNS[action];
  const what = `${style(colour, sign)} ${action} ${kind} ${printable(key)}`;
  if (status === "done") {
    const note = message === undefined ? "" : style("yellow", ` note: ${printable(message)}`);
    return `${what} ${style("green", "done")}${id === undefined ? "" : style("gray", ` (${printable(id)})`)}${note}`;
  }
  return `${what} ${style("red", status)}: ${printable(message ?? "")}`;
}

function planLine(plan: Plan, style: Style): string {
  const changes = plan.items.filter(isChange).length;
  if (changes === 0) return `${style("green", "✓ No changes.")} ${summary(plan, ["unchanged", "unmanaged"])}`;
  return `${style("bold", "Plan:")} ${summary(plan, ACTIONS)}`;
}

function driftLine(result: Report["result"], plan: Plan, style: Style): string {
  if (result === "drift") return `${style("bold", "Drift:")} ${summary(plan, ACTIONS)}`;
  return result === "no-changes"
    ? `${style("green", "✓ No drift.")} ${summary(plan, ["unchanged", "unmanaged"])}`
    : planLine(plan, style);
}

const PAST: Readonly<Record<Status, string>> = {
  done: "done",
  partial: "created, not as declared",
  failed: "failed",
  unknown: "unknown (look at the service)",
  "not-started": "not started",
};

function renderResult({ plan, applied }: Report, style: Style): string {
  const counts = STATUSES.map((status) => [status, applied?.counts[status] ?? 0] as const).filter(
    ([, number]) => number > 0,
  );
  const blocked = plan?.counts.blocked ?? 0;
  if (counts.length === 0 && blocked === 0)
    return `${style("green", "✓ Nothing to do.")} ${plan === undefined ? "" : summary(plan, ["unchanged", "unmanaged"])}`;
  const parts = counts.map(([status, number]) => `${number} ${PAST[status]}`);
  return `${style("bold", "Apply:")} ${[...parts, ...(blocked > 0 ? [`${blocked} blocked`] : [])].join(", ")}`;
}

function summary({ counts }: Plan, actions: readonly Action[]): string {
  const parts = actions.filter((action) => counts[action] > 0).map((action) => `${counts[action]} ${NAMES[action]}`);
  return parts.join(", ");
}

const NAMES: Readonly<Record<Action, string>> = {
  create: "to create",
  update: "to update",
  move: "to move",
  delete: "to delete",
  blocked: "blocked",
  unmanaged: "unmanaged",
  unchanged: "unchanged",
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function value(content: unknown): string {
  if (content === REDACTED) return REDACTED;
  return printable(JSON.stringify(content) ?? "null");
}
