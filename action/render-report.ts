import { formatPosition, type Position } from "../provider/file/position.ts";
import { outcomeFinder, reportedItems } from "../sync/apply/outcome.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import { projectOf, type Action, type PlanItem } from "../sync/plan/plan.ts";
import type { Report } from "../sync/report.ts";
import { describeNotReady, formatDomainCounts, notReady } from "../sync/render-domains.ts";
import { createByteBudget, type Fitted, type Part } from "./byte-budget.ts";
import type { Links } from "./links.ts";
import { isReported } from "./reported.ts";
import { clip, code, link, table, text, value, type Table } from "./markdown.ts";

export interface Rendering {
  /** Follows the mode in the title. Markdown. */
  readonly label: string;
  /** Lines below the counts. Markdown. */
  readonly notices: readonly string[];
  readonly links: Pick<Links, "line">;
  readonly maxBytes: number;
  /** Fields of one object. */
  readonly maxFields: number;
  /** Characters of one message. */
  readonly maxMessage: number;
  /** A sentence that says where to find what is left out. Markdown. */
  readonly rest: string;
}

/** Rows that are shown at once. More are folded away. */
const FOLD = 20;
/** A longer table is not readable. */
const MAX_ROWS = 500;
/** What folded rows may use of what is left: other parts follow. */
const FOLDED_SHARE = 0.25;
/** Bytes for the titles of the parts and the last line. */
const RESERVE = 400;

/**
 * A report in Markdown: result and counts, then what failed, what is deleted, and all other changes by project. Long lists are
 * folded, and what does not fit into `maxBytes` is counted.
 */
export function renderReport(report: Report, rendering: Rendering): string {
  const { error, problems, plan, files } = report;
  const { notices, maxBytes, label, maxMessage } = rendering;
  const message = (content: string): string => text(clip(content, maxMessage));
  const refused = (plan?.guards ?? []).flatMap(({ passed, message: why }) => (passed ? [] : why));
  const start = [
    `## projectsync ${report.mode}${label}: ${titleOf(report)}`,
    countsOf(report),
    ...notices.map((notice) => `> ${notice}`),
    ...(error === undefined ? [] : [`> ${message(error)}`]),
    ...refused.map((why) => `> ${message(why)}`),
  ];
  const fit = createByteBudget(maxBytes - Buffer.byteLength(start.join("\n\n")) - rendering.rest.length - RESERVE);
  const errors = problems.filter(({ level }) => level === "error");
  const warnings = problems.filter(({ level }) => level === "warning");
  const sections = [
    section("Errors", problemTable(errors, rendering)),
    section("Failures", failureTable(report, rendering)),
    section("Deletions", deletionTable(report, rendering)),
    ...changeSections(report, rendering),
    section("Domains not ready", domainTable(report, rendering)),
    section("Warnings", problemTable(warnings, rendering)),
    section("Unmanaged", unmanagedTable(report)),
    section("Notes", { head: [], rows: notesOf(plan?.items ?? [], maxMessage) }),
    section("Files", { head: [], rows: files.map((file) => `- ${code(file)}`) }),
  ];
  const fitted = sections.map((parts) => fitSection(parts, fit));
  const missing = fitted.reduce((sum, each) => sum + each.missing, 0);
  const end = missing === 0 ? [] : [`… and ${missing} more. ${rendering.rest}`];
  const all = [...start, ...fitted.flatMap(({ lines }) => lines), ...end];
  return `${all.filter((part) => part !== "").join("\n\n")}\n`;
}

const TITLES: Readonly<Record<Exclude<Report["result"], "no-changes">, string>> = {
  valid: "✅ files valid, not planned",
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

function titleOf({ mode, result, failureReason, plan }: Report): string {
  if (failureReason === "domains-not-ready") return `❌ ${result === "applied" ? "applied, " : ""}domains not ready`;
  if (result !== "no-changes") return TITLES[result];
  const none = mode === "drift" ? "no drift" : "no changes";
  return plan?.notCompared === undefined ? `✅ ${none}` : `⚠️ ${none} in what was compared`;
}

function countsOf({ result, plan, applied, domains = [] }: Report): string {
  if (plan === undefined) return "";
  const outcomes = applied === undefined ? "" : formatOutcomeCounts(applied, plan.counts.blocked);
  return [
    `${result === "drift" ? "Drift" : "Plan"}: **${formatPlanCounts(plan) || "nothing declared"}**`,
    ...(outcomes === "" ? [] : [`Apply: **${outcomes}**`]),
    ...(domains.length === 0 ? [] : [`Domains: **${formatDomainCounts(domains)}**`]),
  ].join(" · ");
}

/** One or more parts below a title. The rows that no part may show are `left`. */
interface Section {
  readonly title?: string;
  readonly parts: readonly Part[];
  readonly left: number;
}

/** Shows the first rows, and folds the others away. */
function section(title: string, { head, rows }: Table): Section {
  if (rows.length === 0) return { parts: [], left: 0 };
  const folded = rows.slice(FOLD, MAX_ROWS);
  return {
    title: `### ${title} (${rows.length})`,
    parts: [
      { head, rows: rows.slice(0, FOLD) },
      ...(folded.length === 0 ? [] : [{ ...fold("more", false, { head, rows: folded }), share: FOLDED_SHARE }]),
    ],
    left: Math.max(rows.length - MAX_ROWS, 0),
  };
}

/** `summary` is HTML. */
function fold(summary: string, isOpen: boolean, { head, rows }: Table): Part {
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  return { head: [start, "", ...head], rows, tail: ["", "</details>"] };
}

function fitSection({ title, parts, left }: Section, fit: (part: Part) => Fitted): Fitted {
  const fitted = parts.map(fit);
  const shown = fitted.filter(({ lines }) => lines.length > 0).map(({ lines }) => lines.join("\n"));
  return {
    lines: [...(title === undefined ? [] : [title]), ...shown],
    missing: fitted.reduce((sum, { missing }) => sum + missing, left),
  };
}

type Shown = Pick<Rendering, "links" | "maxFields" | "maxMessage">;

function declaredIn(position: Position | null, { links }: Shown): string {
  return position === null ? "" : link(code(`${position.file}:${position.line}`), links.line(position));
}

function problemTable(problems: Report["problems"], shown: Shown): Table {
  const rows = problems.map((problem) => {
    const { path, message } = problem;
    const where = link(code(formatPosition(problem)), shown.links.line(problem));
    return [where, text(clip(path === "" ? message : `${path}: ${message}`, shown.maxMessage))];
  });
  return table(["Where", "Problem"], rows);
}

/** What was not done comes in this order, and what the plan blocks before what was not started. */
const RANKS: readonly string[] = ["failed", "unknown", "partial", "blocked", "not-started", "not ready"];

/** What was not done, or not fully, and what cannot be done. */
function failureTable({ plan, applied, problems, domains = [] }: Report, shown: Shown): Table {
  const undone = (applied?.outcomes ?? []).filter(({ status }) => status !== "done");
  const blocked = (plan?.items ?? []).filter((item) => item.action === "blocked" && !isReported(item, problems));
  const late = domains.filter(({ waitError }) => waitError !== undefined);
  const sourceOf = sourceFinder(plan);
  const failures = [
    ...undone.map(({ status, message, ...object }) => ({ ...object, status, message })),
    ...blocked.map(({ reason, ...object }) => ({ ...object, status: "blocked", message: reason })),
    ...late.map(({ key, waitError }) => ({
      action: "",
      kind: "domain",
      key,
      source: sourceOf(key),
      status: "not ready",
      message: waitError,
    })),
  ].toSorted((a, b) => RANKS.indexOf(a.status) - RANKS.indexOf(b.status));
  const rows = failures.map(({ status, message, action, kind, key, source }) => {
    const why = message === undefined ? status : `${status}: ${clip(message, shown.maxMessage)}`;
    return [
      `${["blocked", ""].includes(action) ? "" : `${action} `}${kind} ${code(key)}`,
      text(why),
      declaredIn(source, shown),
    ];
  });
  return table(["Object", "Outcome", "Declared in"], rows);
}

function deletionTable({ plan, applied }: Report, shown: Shown): Table {
  const outcomeOf = outcomeFinder(applied);
  const items = plan === undefined ? [] : reportedItems(plan, applied).filter(({ action }) => action === "delete");
  const rows = items.map((item) => [
    [`${item.kind} ${code(item.key)}`, ...reasonOf(item, shown)].join("<br>"),
    ...(applied === undefined ? [] : [outcomeOf(item)?.status ?? ""]),
    declaredIn(item.source, shown),
  ]);
  return table(["Object", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"], rows);
}

/** Creations, updates and moves: one folded part per project. Open if there are few. */
function changeSections({ plan, applied }: Report, shown: Shown): Section[] {
  const outcomeOf = outcomeFinder(applied);
  const items = plan === undefined ? [] : reportedItems(plan, applied).filter(({ action }) => CHANGES.includes(action));
  return [...Map.groupBy(items, projectOf)].map(([project, group], index) => {
    const cells = group.map((item) => [
      // The project is in the line above the table.
      `${item.action} ${item.kind}${item.kind === "project" ? "" : ` ${code(item.key.slice(project.length + 1))}`}`,
      details(item, shown),
      ...(applied === undefined ? [] : [outcomeOf(item)?.status ?? ""]),
      declaredIn(item.source, shown),
    ]);
    const { head, rows } = table(
      ["Change", "Fields", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"],
      cells,
    );
    const undone = group.filter((item) => (outcomeOf(item)?.status ?? "done") !== "done").length;
    const counts = [
      ...CHANGES.flatMap((action) => countOf(group, action)),
      ...(undone === 0 ? [] : [`<b>${undone} not done</b>`]),
    ];
    const summary = `${code(project)}: ${counts.join(", ")}`;
    const part = fold(summary, items.length <= FOLD, { head, rows: rows.slice(0, MAX_ROWS) });
    const title = index === 0 ? { title: `### Changes (${items.length})` } : {};
    return { ...title, parts: [part], left: Math.max(rows.length - MAX_ROWS, 0) };
  });
}

const CHANGES: readonly Action[] = ["create", "update", "move"];

function countOf(items: readonly PlanItem[], wanted: Action): string[] {
  const count = items.filter(({ action }) => action === wanted).length;
  return count === 0 ? [] : [`${count} to ${wanted}`];
}

function details(item: PlanItem, shown: Shown): string {
  const { action, changes } = item;
  const fields = changes
    .slice(0, shown.maxFields)
    .map(({ path, from, to }) =>
      action === "create" ? `${code(path)}: ${value(to)}` : `${code(path)}: ${value(from)} → ${value(to)}`,
    );
  const left = changes.length - fields.length;
  return [...reasonOf(item, shown), ...fields, ...(left > 0 ? [`… and ${left} more`] : [])].join("<br>");
}

function reasonOf({ reason }: PlanItem, { maxMessage }: Shown): string[] {
  return reason === undefined ? [] : [text(clip(reason, maxMessage))];
}

/** The failures have those whose wait failed. */
function domainTable({ plan, domains = [] }: Report, shown: Shown): Table {
  const sourceOf = sourceFinder(plan);
  const rows = notReady(domains)
    .filter(({ waitError }) => waitError === undefined)
    .map((domain) => [code(domain.key), describeNotReady(domain), declaredIn(sourceOf(domain.key), shown)]);
  return table(["Domain", "Status", "Declared in"], rows);
}

/** Finds where a domain is declared. */
function sourceFinder(plan: Report["plan"]): (key: string) => Position | null {
  const domains = (plan?.items ?? []).filter(({ kind }) => kind === "domain");
  const sources = new Map(domains.map(({ key, source }) => [key, source]));
  return (key) => sources.get(key) ?? null;
}

function unmanagedTable({ plan }: Report): Table {
  const items = (plan?.items ?? []).filter(({ action }) => action === "unmanaged");
  const rows = items.map(({ kind, key, id }) => `- ${kind} ${code(key)}${id === undefined ? "" : ` (${code(id)})`}`);
  return { head: [], rows };
}

function notesOf(items: readonly PlanItem[], maxMessage: number): string[] {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(clip(note, maxMessage))}`));
}
