import { formatPosition, type Position } from "../provider/file/position.ts";
import type { Problem } from "../provider/file/problem.ts";
import { outcomeFinder, reportedItems } from "../sync/apply/outcome.ts";
import { differenceOf } from "../sync/difference.ts";
import { type Action, isChange, type PlanItem, projectOf } from "../sync/plan/plan.ts";
import { describeNotReady, notReady } from "../sync/render-domains.ts";
import type { Report } from "../sync/report.ts";
import type { Links } from "./links.ts";
import { clip, code, link, table, type Table, text, value } from "./markdown.ts";
import { fold, FOLD, MAX_ROWS, type Section } from "./section.ts";

/** How objects are shown. */
export interface Shown {
  readonly links: Pick<Links, "line">;
  /** Fields of one object. */
  readonly maxFields: number;
  /** Characters of one message. */
  readonly maxMessage: number;
}

function declaredIn(position: Position | null, { links }: Shown): string {
  return position === null ? "" : link(code(`${position.file}:${position.line}`), links.line(position));
}

export function problemTable(problems: Report["problems"], shown: Shown): Table {
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
export function failureTable({ plan, applied, problems, domains = [] }: Report, shown: Shown): Table {
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

export function deletionTable(report: Report, shown: Shown): Table {
  const { applied } = report;
  const outcomeOf = outcomeFinder(applied);
  const rows = deletionsIn(report).map((item) => [
    [`${item.action === "move" ? "move " : ""}${item.kind} ${code(item.key)}`, ...reasonOf(item, shown)].join("<br>"),
    ...(applied === undefined ? [] : [outcomeOf(item)?.status ?? ""]),
    declaredIn(item.source, shown),
  ]);
  return table(["Object", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"], rows);
}

/** A move is among them: a host name leaves a project. */
function deletionsIn({ plan, applied }: Report): PlanItem[] {
  const items = plan === undefined ? [] : reportedItems(plan, applied);
  return items.filter(({ action }) => action === "delete" || action === "move");
}

/** Creations and updates: one folded part per project. Open if there are few. */
export function changeSections(report: Report, shown: Shown): Section[] {
  const outcomeOf = outcomeFinder(report.applied);
  const tables = changeTables(report, shown);
  const count = tables.reduce((sum, { items }) => sum + items.length, 0);
  return tables.map(({ project, items, table: { head, rows } }, index) => {
    const undone = items.filter((item) => (outcomeOf(item)?.status ?? "done") !== "done").length;
    const counts = [
      ...CHANGES.flatMap((action) => countOf(items, action)),
      ...(undone === 0 ? [] : [`<b>${undone} not done</b>`]),
    ];
    const summary = `${code(project)}: ${counts.join(", ")}`;
    const part = fold(summary, count <= FOLD, { head, rows: rows.slice(0, MAX_ROWS) });
    const title = index === 0 ? { title: `### Changes (${count})` } : {};
    return { ...title, parts: [part], left: Math.max(rows.length - MAX_ROWS, 0) };
  });
}

/** The changes of one project, one row each. */
interface ChangeTable {
  readonly project: string;
  readonly items: readonly PlanItem[];
  readonly table: Table;
}

function changeTables({ plan, applied }: Report, shown: Shown): ChangeTable[] {
  const outcomeOf = outcomeFinder(applied);
  const items = plan === undefined ? [] : reportedItems(plan, applied).filter(({ action }) => CHANGES.includes(action));
  const header = ["Change", "Fields", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"];
  return [...Map.groupBy(items, projectOf)].map(([project, group]) => {
    const cells = group.map((item) => [
      // The project is in the line above the table.
      `${item.action} ${item.kind}${item.kind === "project" ? "" : ` ${code(item.key.slice(project.length + 1))}`}`,
      details(item, shown),
      ...(applied === undefined ? [] : [outcomeOf(item)?.status ?? ""]),
      declaredIn(item.source, shown),
    ]);
    return { project, items: group, table: table(header, cells) };
  });
}

/** The items whose row is in a rendered report, with all that changes. */
export function itemsShownIn(rendered: string, report: Report, shown: Shown): ReadonlySet<PlanItem> {
  const lines = new Set(rendered.split("\n"));
  const tables = [...changeTables(report, shown), { items: deletionsIn(report), table: deletionTable(report, shown) }];
  return new Set(
    tables.flatMap(({ items, table: { rows } }) =>
      items.filter((item, index) => lines.has(rows[index] ?? "") && isWhole(item, shown)),
    ),
  );
}

/** Whether a row says all that changes. */
function isWhole({ changes, reason = "" }: PlanItem, { maxFields, maxMessage }: Shown): boolean {
  const isCut = changes.some((change) => {
    const { leftOutItems, leftOutCharacters } = differenceOf(change);
    return leftOutItems + leftOutCharacters > 0;
  });
  return !isCut && changes.length <= maxFields && clip(reason, maxMessage) === reason;
}

const CHANGES: readonly Action[] = ["create", "update"];

function countOf(items: readonly PlanItem[], wanted: Action): string[] {
  const count = items.filter(({ action }) => action === wanted).length;
  return count === 0 ? [] : [`${count} to ${wanted}`];
}

function details(item: PlanItem, shown: Shown): string {
  const { action, changes } = item;
  const fields = changes.slice(0, shown.maxFields).map((change) => `${code(change.path)}: ${fieldOf(change, action)}`);
  const left = changes.length - fields.length;
  return [...reasonOf(item, shown), ...fields, ...(left > 0 ? [`… and ${left} more`] : [])].join("<br>");
}

/** What differs in a field: both values, or the removed and added items, one per line. */
function fieldOf(change: PlanItem["changes"][number], action: Action): string {
  const { of, removed, added, leftOutItems } = differenceOf(change);
  if (of === "values") return (action === "create" ? added : [...removed, ...added]).map(value).join(" → ");
  return [
    ...removed.map((item) => `<br>− ${value(item)}`),
    ...added.map((item) => `<br>+ ${value(item)}`),
    ...(leftOutItems === 0 ? [] : [`<br>… and ${leftOutItems} more`]),
  ].join("");
}

function reasonOf({ reason }: PlanItem, { maxMessage }: Shown): string[] {
  return reason === undefined ? [] : [text(clip(reason, maxMessage))];
}

/** Those of changed projects: the counts have the others, and the failures have those whose wait failed. */
export function domainTable({ plan, applied, domains = [] }: Report, shown: Shown): Table {
  const sourceOf = sourceFinder(plan);
  const items = plan === undefined ? [] : reportedItems(plan, applied);
  const changed = new Set(items.filter(isChange).map(projectOf));
  const rows = notReady(domains)
    .filter((domain) => domain.waitError === undefined && changed.has(projectOf(domain)))
    .map((domain) => [code(domain.key), describeNotReady(domain), declaredIn(sourceOf(domain.key), shown)]);
  return table(["Domain", "Status", "Declared in"], rows);
}

/** Finds where a domain is declared. */
function sourceFinder(plan: Report["plan"]): (key: string) => Position | null {
  const domains = (plan?.items ?? []).filter(({ kind }) => kind === "domain");
  const sources = new Map(domains.map(({ key, source }) => [key, source]));
  return (key) => sources.get(key) ?? null;
}

export function unmanagedTable({ plan }: Report, shown: Shown): Table {
  const items = (plan?.items ?? []).filter(({ action }) => action === "unmanaged");
  const rows = items.map((item) => {
    const { kind, key, id } = item;
    return [`- ${kind} ${code(key)}${id === undefined ? "" : ` (${code(id)})`}`, ...reasonOf(item, shown)].join(": ");
  });
  return { head: [], rows };
}

export function notesOf(items: readonly PlanItem[], maxMessage: number): string[] {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(clip(note, maxMessage))}`));
}

/** Whether an error of the files says already why the object is blocked. */
export function isReported({ source, reason = "" }: PlanItem, problems: readonly Problem[]): boolean {
  return problems.some(
    ({ level, file, message }) => level === "error" && file === source?.file && reason.includes(message),
  );
}
