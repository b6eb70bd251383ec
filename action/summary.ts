import { markdownTable } from "markdown-table";
import { formatPosition } from "../provider/file/position.ts";
import { ACTIONS, isChange, type PlanItem } from "../sync/plan.ts";
import { REDACTED } from "../sync/redaction.ts";
import type { Report } from "../sync/run.ts";

/** GitHub takes 1 MiB; a table that long helps nobody. */
const MOST_ROWS = 500;

/** The job summary: how it ended and the counts first, then what there is to know of each object. Markdown. */
export function renderSummary(report: Report): string {
  const { problems, error, plan } = report;
  const parts = [
    `## projectsync ${report.mode}: ${TITLES[report.ending]}`,
    error === undefined ? "" : `> ${text(error)}`,
    countsOf(report),
    (plan?.guards ?? []).flatMap(({ passed, message }) => (passed ? [] : `> ${text(message)}`)).join("\n>\n"),
    table(
      ["Where", "Level", "Problem"],
      problems.map((problem) => [code(formatPosition(problem)), problem.level, text(describe(problem))]),
    ),
    changesOf(report),
    notesOf(plan?.items ?? []),
    `${report.files.length === 1 ? "File" : "Files"}: ${report.files.map(code).join(", ")}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const TITLES: Readonly<Record<Report["ending"], string>> = {
  done: "✅ nothing left to do",
  changes: "📝 changes",
  drift: "⚠️ drift",
  invalid: "❌ invalid files",
  blocked: "❌ blocked",
  refused: "❌ refused",
  "partly-applied": "❌ partly applied",
  failed: "❌ failed",
};

function countsOf({ plan, result }: Report): string {
  if (plan === undefined) return "";
  const planned = ACTIONS.filter((action) => plan.counts[action] > 0).map(
    (action) => `${plan.counts[action]} ${action}`,
  );
  const results = Object.entries(result?.counts ?? {}).filter(([, number]) => number > 0);
  const applied = results.map(([status, number]) => `${number} ${status}`).join(", ");
  return `**${planned.join(", ") || "nothing declared"}**${applied === "" ? "" : ` · applied: **${applied}**`}`;
}

function changesOf({ plan, result }: Report): string {
  const outcomes = new Map(result?.outcomes.map((outcome) => [`${outcome.kind} ${outcome.key}`, outcome]));
  const items = (plan?.items ?? []).filter((item) => isChange(item) || item.action === "unmanaged");
  const header = ["Action", "Kind", "Object", "Changes", ...(result === undefined ? [] : ["Result"]), "Declared in"];
  const rows = items.map((item) => {
    const outcome = outcomes.get(`${item.kind} ${item.key}`);
    const said = outcome === undefined ? "" : text([outcome.status, outcome.message ?? ""].filter(Boolean).join(": "));
    const source = item.source === null ? "" : code(formatPosition(item.source));
    const cells = [item.action, item.kind, code(item.key), details(item)];
    return [...cells, ...(result === undefined ? [] : [said]), source];
  });
  return table(header, rows);
}

function details({ action, changes, reason }: PlanItem): string {
  const shown = changes.map(({ path, from, to }) =>
    action === "create" ? `${code(path)}: ${value(to)}` : `${code(path)}: ${value(from)} → ${value(to)}`,
  );
  return [...(reason === undefined ? [] : [text(reason)]), ...shown].join("<br>");
}

function describe({ path, message }: Report["problems"][number]): string {
  return path === "" ? message : `${path}: ${message}`;
}

function notesOf(items: readonly PlanItem[]): string {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(note)}`)).join("\n");
}

function table(header: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return "";
  const left = rows.length - MOST_ROWS;
  const shown = markdownTable([[...header], ...rows.slice(0, MOST_ROWS)], { alignDelimiters: false });
  return left > 0 ? `${shown}\n\n… and ${left} more; the report file has them all.` : shown;
}

function value(content: unknown): string {
  if (content === REDACTED) return "<em>secret</em>";
  const json = JSON.stringify(content) ?? "null";
  return code(json.length > 200 ? `${json.slice(0, 200)}…` : json);
}

/** Text from elsewhere as code: HTML entities, for a backtick in it would end a Markdown code span. */
function code(content: string): string {
  return `<code>${escape(content)}</code>`;
}

function text(content: string): string {
  return escape(content);
}

/** Neither HTML, nor Markdown, nor a mention, nor the end of a table cell or of a line. */
function escape(content: string): string {
  return content
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[&<>"'`|*_~[\]\\@#!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
