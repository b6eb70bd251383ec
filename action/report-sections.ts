import { formatPosition, type Position } from "../core/file/position.ts";
import type { Problem } from "../core/file/problem.ts";
import { outcomeFinder, reportedItems } from "../sync/report/item-outcome.ts";
import { differenceOf } from "../sync/report/difference.ts";
import { failureRows, sourceFinder, WORST_FIRST, type FailureRow } from "../sync/report/failure-rows.ts";
import { type Action, isChange, type PlanItem, projectOf } from "../core/plan/plan.ts";
import type { DomainStatus } from "../core/plan/live-domains.ts";
import { describeNotReady, notReady } from "../sync/report/render-plan.ts";
import type { Report } from "../sync/report/report.ts";
import type { Links } from "./file-locations.ts";
import { clip, code, link, text, value } from "./markdown.ts";

export interface ReportView {
  readonly links: Pick<Links, "line">;
  readonly maxMessage: number;
}

/** A part of a report. All texts are Markdown. */
export interface ReportSection {
  readonly title: string;
  /** The columns of a table. Without them, it is a list. */
  readonly columns?: readonly string[];
  readonly rows: readonly Row[];
  /** Rows that are shown at once. Default: 20. */
  readonly most?: number;
}

export interface Row {
  readonly cells: readonly string[];
  /** The fold that has the row if it is not among the first ones. Default: `more`. */
  readonly fold?: string;
  /** The item that the row shows with all that changes. */
  readonly shows?: PlanItem | undefined;
}

/** Fields of one object that are shown. */
const MOST_FIELDS = 50;
/** A certificate often takes longer than the run. */
const MOST_DOMAINS = 5;

/** The parts of a report below its counts: first what is wrong, then what is deleted, then the rest. */
export function sectionsOf(report: Report, shown: ReportView): ReportSection[] {
  const { problems, plan, applied, files } = report;
  const items = plan === undefined ? [] : reportedItems(plan, applied);
  const outcomeOf = outcomeFinder(applied);
  const sourceOf = sourceFinder(plan);
  const failures = failureRows(report, WORST_FIRST).filter(({ isRepeated }) => !isRepeated);
  const ofLevel = (wanted: Problem["level"]): Row[] =>
    problems.filter(({ level }) => level === wanted).map((problem) => problemRow(problem, shown));
  const changes = (...wanted: Action[]): Row[] =>
    items
      .filter(({ action }) => wanted.includes(action))
      .map((item) => changeRow(item, applied === undefined ? [] : [outcomeOf(item)?.status ?? ""], shown));
  const columns = ["Change", "Details", ...(applied === undefined ? [] : ["Outcome"]), "Declared in"];
  return [
    { title: "Errors", columns: ["Where", "Problem"], rows: ofLevel("error") },
    {
      title: "Failures",
      columns: ["Object", "Outcome", "Declared in"],
      rows: failures.map((failure) => failureRow(failure, shown)),
    },
    // A move is among them: a host name leaves a project.
    { title: "Deletions", columns, rows: changes("delete", "move") },
    { title: "Changes", columns, rows: changes("create", "update") },
    {
      title: "Domains not ready in changed projects",
      columns: ["Domain", "Status", "Declared in"],
      rows: domainsOfChanges(report, items).map((domain) => ({
        cells: [code(domain.key), describeNotReady(domain), declaredIn(sourceOf(domain.key), shown)],
      })),
      most: MOST_DOMAINS,
    },
    { title: "Warnings", columns: ["Where", "Problem"], rows: ofLevel("warning") },
    { title: "Unmanaged", rows: unmanagedRows(items, shown) },
    {
      title: "Notes",
      rows: items.flatMap(({ key, notes }) => notes.map((note) => ({ cells: [code(key), message(note, shown)] }))),
    },
    { title: "Files", rows: files.map((file) => ({ cells: [code(file)] })) },
  ];
}

function declaredIn(position: Position | null, { links }: ReportView): string {
  return position === null ? "" : link(code(`${position.file}:${position.line}`), links.line(position));
}

function message(content: string, { maxMessage }: ReportView): string {
  return text(clip(content, maxMessage));
}

function problemRow(problem: Problem, shown: ReportView): Row {
  const { path, message: what } = problem;
  const where = link(code(formatPosition(problem)), shown.links.line(problem));
  return { cells: [where, message(path === "" ? what : `${path}: ${what}`, shown)] };
}

function failureRow({ status, message: why, below, action, kind, key, source }: FailureRow, shown: ReportView): Row {
  const more = below === 0 ? "" : ` Objects in it that are blocked too: ${below}.`;
  const outcome = why === undefined ? status : `${status}: ${clip(`${why}${more}`, shown.maxMessage)}`;
  return { cells: [`${action} ${kind} ${code(key)}`.trim(), text(outcome), declaredIn(source, shown)] };
}

function changeRow(item: PlanItem, outcome: readonly string[], shown: ReportView): Row {
  const { action, kind, key, changes, reason, source } = item;
  const fields = changes.slice(0, MOST_FIELDS).map((change) => `${code(change.path)}: ${fieldOf(change, action)}`);
  const left = changes.length - fields.length;
  const details = [
    ...(reason === undefined ? [] : [message(reason, shown)]),
    ...fields,
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
  return {
    cells: [`${action} ${kind} ${code(key)}`, details.join("<br>"), ...outcome, declaredIn(source, shown)],
    fold: code(projectOf(item)),
    shows: isWhole(item, shown) ? item : undefined,
  };
}

/** The row of an item says all that changes. */
function isWhole({ changes, reason = "" }: PlanItem, { maxMessage }: ReportView): boolean {
  const isCut = changes.some((change) => {
    const { leftOutItems, leftOutCharacters } = differenceOf(change);
    return leftOutItems + leftOutCharacters > 0;
  });
  return !isCut && changes.length <= MOST_FIELDS && clip(reason, maxMessage) === reason;
}

/** The difference in a field: both values, or the removed and added items, one per line. */
function fieldOf(change: PlanItem["changes"][number], action: Action): string {
  const { of, removed, added, leftOutItems } = differenceOf(change);
  if (of === "values") return (action === "create" ? added : [...removed, ...added]).map(value).join(" → ");
  return [
    ...removed.map((item) => `<br>− ${value(item)}`),
    ...added.map((item) => `<br>+ ${value(item)}`),
    ...(leftOutItems === 0 ? [] : [`<br>… and ${leftOutItems} more`]),
  ].join("");
}

/** Those of changed projects: the counts have the others, and the failures have those whose wait failed. */
function domainsOfChanges({ domains = [] }: Report, items: readonly PlanItem[]): readonly DomainStatus[] {
  const changed = new Set(items.filter(isChange).map(projectOf));
  return notReady(domains).filter((domain) => domain.waitError === undefined && changed.has(projectOf(domain)));
}

function unmanagedRows(items: readonly PlanItem[], shown: ReportView): Row[] {
  return items
    .filter(({ action }) => action === "unmanaged")
    .map(({ kind, key, id, reason }) => ({
      cells: [
        `${kind} ${code(key)}${id === undefined ? "" : ` (${code(id)})`}`,
        ...(reason === undefined ? [] : [message(reason, shown)]),
      ],
    }));
}
