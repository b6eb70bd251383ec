import { formatPosition, type Position } from "../provider/file/position.ts";
import { outcomeFinder } from "../sync/apply/outcome.ts";
import { projectOf, type Action, type PlanItem } from "../sync/plan/plan.ts";
import { describeNotReady, notReady } from "../sync/render-domains.ts";
import type { Report } from "../sync/report.ts";
import type { Links } from "./links.ts";
import { clip, code, link, table, text, value, type Table } from "./markdown.ts";
import { isReported } from "./reported.ts";
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

export function deletionTable({ plan, applied }: Report, shown: Shown): Table {
  const outcomeOf = outcomeFinder(applied);
  const items = (plan?.items ?? []).filter(({ action }) => action === "delete");
  const rows = items.map((item) => [
    [`${item.kind} ${code(item.key)}`, ...reasonOf(item, shown)].join("<br>"),
    ...(applied === undefined ? [] : [outcomeOf(item)?.status ?? ""]),
    declaredIn(item.source, shown),
  ]);
  return table(["Object", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"], rows);
}

/** Creations, updates and moves: one folded part per project. Open if there are few. */
export function changeSections({ plan, applied }: Report, shown: Shown): Section[] {
  const outcomeOf = outcomeFinder(applied);
  const items = (plan?.items ?? []).filter(({ action }) => CHANGES.includes(action));
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
export function domainTable({ plan, domains = [] }: Report, shown: Shown): Table {
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

export function unmanagedTable({ plan }: Report): Table {
  const items = (plan?.items ?? []).filter(({ action }) => action === "unmanaged");
  const rows = items.map(({ kind, key, id }) => `- ${kind} ${code(key)}${id === undefined ? "" : ` (${code(id)})`}`);
  return { head: [], rows };
}

export function notesOf(items: readonly PlanItem[], maxMessage: number): string[] {
  return items.flatMap(({ key, notes }) => notes.map((note) => `- ${code(key)}: ${text(clip(note, maxMessage))}`));
}
