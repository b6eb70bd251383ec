import { markdownTable } from "markdown-table";
import { formatPosition } from "../provider/file/position.ts";
import { REDACTED } from "../provider/api/redaction.ts";
import { outcomeFinder } from "../sync/apply/outcome.ts";
import { isChange, type PlanItem } from "../sync/plan/plan.ts";
import { oneLine } from "../provider/api/printable.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import type { Report } from "../sync/report.ts";
import { createByteBudget } from "./byte-budget.ts";

/** GitHub drops a summary of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;
/** A longer table is not readable. */
const MAX_ROWS = 500;
const MAX_FIELDS = 50;

/** The job summary in Markdown: result and counts first, then problems and each object. `outdated`: why it did not apply. */
export function renderSummary(report: Report, outdated?: string): string {
  const { mode, error, problems, plan, files } = report;
  const fit = createByteBudget(MAX_BYTES, MAX_ROWS);
  const refused = (plan?.guards ?? []).flatMap(({ passed, message }) => (passed ? [] : message));
  const problemRows = problems.map((problem) => [
    code(formatPosition(problem)),
    problem.level,
    text(describe(problem)),
  ]);
  const parts = [
    [`## projectsync ${mode}: ${titleOf(report)}`],
    outdated === undefined ? [] : [`> ⚠️ ${text(outdated)}`],
    error === undefined ? [] : [`> ${text(error)}`],
    [countsOf(report)],
    ...refused.map((message) => [`> ${text(message)}`]),
    fit(...table(["Where", "Level", "Problem"], problemRows)),
    fit(...changesOf(report)),
    fit([], notesOf(plan?.items ?? [])),
    fit(
      ["Files:", ""],
      files.map((file) => `- ${code(file)}`),
    ),
  ];
  return `${parts
    .map((lines) => lines.join("\n"))
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

/** The job summary of a run that failed before it had a report. */
export function renderError(problems: readonly string[]): string {
  return `## projectsync: ❌ failed\n\n${problems.map((problem) => `- ${text(problem)}\n`).join("")}`;
}

const TITLES: Readonly<Record<Report["result"], string>> = {
  valid: "✅ files valid, not planned",
  "no-changes": "✅ no changes",
  changes: "📝 changes",
  drift: "⚠️ drift",
  invalid: "❌ invalid files",
  blocked: "❌ blocked",
  refused: "❌ refused",
  applied: "✅ applied",
  partial: "❌ partly applied",
  stopped: "❌ stopped",
  failed: "❌ failed",
};

function titleOf({ mode, result }: Report): string {
  return mode === "drift" && result === "no-changes" ? "✅ no drift" : TITLES[result];
}

function countsOf({ result, plan, applied }: Report): string {
  if (plan === undefined) return "";
  const outcomes = applied === undefined ? "" : formatOutcomeCounts(applied, plan.counts.blocked);
  return [
    `${result === "drift" ? "Drift" : "Plan"}: **${formatPlanCounts(plan) || "nothing declared"}**`,
    ...(outcomes === "" ? [] : [`Apply: **${outcomes}**`]),
  ].join(" · ");
}

function changesOf({ plan, applied }: Report): Table {
  const outcomeOf = outcomeFinder(applied);
  const items = (plan?.items ?? []).filter((item) => isChange(item) || item.action === "unmanaged");
  const header = ["Action", "Kind", "Object", "Changes", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"];
  const rows = items.map((item) => {
    const outcome = outcomeOf(item);
    const outcomeCell =
      outcome === undefined ? "" : text([outcome.status, outcome.message ?? ""].filter(Boolean).join(": "));
    const source = item.source === null ? "" : code(formatPosition(item.source));
    const cells = [item.action, item.kind, code(item.key), details(item)];
    return [...cells, ...(applied === undefined ? [] : [outcomeCell]), source];
  });
  return table(header, rows);
}

function details({ action, changes, reason }: PlanItem): string {
  const shown = changes.map(({ path, from, to }) =>
    action === "create" ? `${code(path)}: ${value(to)}` : `${code(path)}: ${value(from)} → ${value(to)}`,
  );
  const left = shown.length - MAX_FIELDS;
  const rest = left > 0 ? [`… and ${left} more`] : [];
  return [...(reason === undefined ? [] : [text(reason)]), ...shown.slice(0, MAX_FIELDS), ...rest].join("<br>");
}

function describe({ path, message }: Report["problems"][number]): string {
  return path === "" ? message : `${path}: ${message}`;
}

function notesOf(items: readonly PlanItem[]): string[] {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(note)}`));
}

/** A table: the lines of its head, and one line per row. */
type Table = readonly [head: readonly string[], rows: readonly string[]];

function table(header: readonly string[], rows: readonly string[][]): Table {
  const lines = markdownTable([[...header], ...rows], { alignDelimiters: false }).split("\n");
  return [lines.slice(0, 2), lines.slice(2)];
}

function value(content: unknown): string {
  if (content === REDACTED) return "<em>secret</em>";
  const json = JSON.stringify(content) ?? "null";
  return code(json.length > 200 ? `${json.slice(0, 200)}…` : json);
}

/** Text as code. Uses HTML: a backtick in the text would end a Markdown code span. */
function code(content: string): string {
  return `<code>${text(content)}</code>`;
}

/** Escapes HTML, Markdown, formulas, table cells and line ends, and breaks links, addresses, mentions and references. */
function text(content: string): string {
  return oneLine(content).replace(SPECIAL, (part, markup: string | undefined) =>
    markup === undefined ? `${part}${BREAK}` : `&#${markup.charCodeAt(0)};`,
  );
}

/** Markup, or the start of a text that GitHub makes a link of: https://…, www.…, user@example.com, @user, #1, GH-1. */
const SPECIAL = /([&<>"'`|*_~[\]\\!$])|:(?=\/\/)|\bwww(?=\.)|@|#|\bgh(?=-\d)/gi;
/** Invisible. An escape does not help: GitHub searches the text for links after it has decoded the escapes. */
const BREAK = "<!-- -->";
