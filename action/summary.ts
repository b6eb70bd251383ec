import { markdownTable } from "markdown-table";
import { formatPosition } from "../provider/file/position.ts";
import { REDACTED } from "../provider/api/redaction.ts";
import { outcomes } from "../sync/apply/outcome.ts";
import { isChange, type PlanItem } from "../sync/plan/plan.ts";
import { oneLine } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";
import { counted } from "./format-counts.ts";
import { createRoom } from "./byte-budget.ts";

/** GitHub takes 1 MiB, and of a longer summary nothing at all. */
const MOST_BYTES = 900 * 1024;
/** What is longer helps nobody. */
const MOST_ROWS = 500;
const MOST_FIELDS = 50;

/** The job summary: how it ended and the counts first, then what there is to know of each object. Markdown. */
export function renderSummary(report: Report): string {
  const { mode, result, error, problems, plan, files } = report;
  const fit = createRoom(MOST_BYTES, MOST_ROWS);
  const refused = (plan?.guards ?? []).flatMap(({ passed, message }) => (passed ? [] : message));
  const wrong = problems.map((problem) => [code(formatPosition(problem)), problem.level, text(describe(problem))]);
  const parts = [
    [`## projectsync ${mode}: ${TITLES[result]}`],
    error === undefined ? [] : [`> ${text(error)}`],
    [countsOf(report)],
    ...refused.map((message) => [`> ${text(message)}`]),
    fit(...table(["Where", "Level", "Problem"], wrong)),
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

function countsOf({ plan, applied }: Report): string {
  if (plan === undefined) return "";
  const outcomes = applied === undefined ? "" : counted(applied.counts);
  return `**${counted(plan.counts) || "nothing declared"}**${outcomes === "" ? "" : ` · applied: **${outcomes}**`}`;
}

function changesOf({ plan, applied }: Report): Lines {
  const outcomeOf = outcomes(applied);
  const items = (plan?.items ?? []).filter((item) => isChange(item) || item.action === "unmanaged");
  const header = ["Action", "Kind", "Object", "Changes", ...(applied === undefined ? [] : ["Result"]), "Declared in"];
  const rows = items.map((item) => {
    const outcome = outcomeOf(item);
    const said = outcome === undefined ? "" : text([outcome.status, outcome.message ?? ""].filter(Boolean).join(": "));
    const source = item.source === null ? "" : code(formatPosition(item.source));
    const cells = [item.action, item.kind, code(item.key), details(item)];
    return [...cells, ...(applied === undefined ? [] : [said]), source];
  });
  return table(header, rows);
}

function details({ action, changes, reason }: PlanItem): string {
  const shown = changes.map(({ path, from, to }) =>
    action === "create" ? `${code(path)}: ${value(to)}` : `${code(path)}: ${value(from)} → ${value(to)}`,
  );
  const left = shown.length - MOST_FIELDS;
  const rest = left > 0 ? [`… and ${left} more`] : [];
  return [...(reason === undefined ? [] : [text(reason)]), ...shown.slice(0, MOST_FIELDS), ...rest].join("<br>");
}

function describe({ path, message }: Report["problems"][number]): string {
  return path === "" ? message : `${path}: ${message}`;
}

function notesOf(items: readonly PlanItem[]): string[] {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(note)}`));
}

/** The head of a table, and its rows. */
type Lines = readonly [head: readonly string[], rows: readonly string[]];

function table(header: readonly string[], rows: readonly string[][]): Lines {
  const lines = markdownTable([[...header], ...rows], { alignDelimiters: false }).split("\n");
  return [lines.slice(0, 2), lines.slice(2)];
}

function value(content: unknown): string {
  if (content === REDACTED) return "<em>secret</em>";
  const json = JSON.stringify(content) ?? "null";
  return code(json.length > 200 ? `${json.slice(0, 200)}…` : json);
}

/** Text from elsewhere as code: HTML entities, for a backtick in it would end a Markdown code span. */
function code(content: string): string {
  return `<code>${text(content)}</code>`;
}

/** Neither HTML, nor Markdown, nor a mention, nor the end of a table cell or of a line. */
function text(content: string): string {
  return oneLine(content).replace(/[&<>"'`|*_~[\]\\@#!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
