import { nameList } from "../../core/resources/name-list.ts";
import { printable } from "../../core/text/printable.ts";
import { formatProblem, type Problem } from "../../core/file/problem.ts";
import { BELOW_PLAN, failureRows, type FailureRow } from "./failure-rows.ts";
import type { ApplySummary, ItemOutcome } from "./item-outcome.ts";
import {
  formatFewFields,
  formatOutcomeCounts,
  formatPlanCounts,
  describeNotReady,
  formatDomainCounts,
  notReady,
  renderItems,
  symbolOf,
  type Mark,
} from "./render-plan.ts";
import { countWrites, failedGuards, type Action, type Plan, type PlanItem } from "../../core/plan/plan.ts";
import type { DomainStatus } from "../../core/plan/live-domains.ts";
import { nothingToChange, type Report } from "./report.ts";

/** The lines of a report, printable. */
export interface TextReport {
  readonly text: readonly string[];
  /** Problems, refusals and failures. Below the text. */
  readonly errors: readonly string[];
  /** The last line, below the errors. */
  readonly last?: string | undefined;
}

/** A plan with more changed objects shows counts in place of the details of most of them. */
const MOST_DETAILED = 20;
/** More objects that the plan has named are only counted. */
const MOST_NAMES = 3;
/** More domains that are not ready for the same reason are only counted. */
const MOST_DOMAINS = 5;

/** The plan has too many changed objects to show each of them. */
export function isLarge({ counts }: Plan): boolean {
  return countWrites({ counts }) + counts.blocked > MOST_DETAILED;
}

/** Always shown: these remove something, or the user has to do something. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(["delete", "move", "blocked"] satisfies Action[]);

/**
 * Renders a run as lines, for a terminal or a log: the plan, its counts, and what is wrong. After an apply without the plan, which was shown
 * before. `details`: show every object of a large plan. `isFound`: as for {@link nothingToChange}.
 */
export function renderReport(report: Report, mark: Mark, details = false, isFound?: boolean): TextReport {
  const { mode, files, problems, error, plan, applied, domains = [] } = report;
  const problemLines = (level: Problem["level"]): string[] =>
    problems.filter((problem) => problem.level === level).map((problem) => printable(formatProblem(problem)));
  const errors = problemLines("error");
  const warnings = problemLines("warning").map((warning) => mark("note", warning));
  const errorLines = error === undefined ? [] : [errorLine(error)];
  if (error !== undefined && applied === undefined) return { text: warnings, errors: [...errors, ...errorLines] };
  if (plan === undefined) {
    const valid =
      errors.length === 0 ? [`${mark("done", "✓")} ${countOf(files.length, "file")} valid, not planned`] : [];
    return { text: [...warnings, ...valid], errors };
  }
  if (applied !== undefined) {
    return {
      text: renderDomains(domains, mark, details),
      last: applyLine(mode, applied, plan, mark),
      errors: [...renderFailures(failureRows(report, BELOW_PLAN)), ...errorLines],
    };
  }
  const refused = failedGuards(plan);
  const refusals = refused.map(({ message }) => errorLine(message));
  if (refused.some(({ guard }) => guard === "confirmation")) return { text: [], errors: refusals };
  const few = formatFewFields(plan);
  const last = [...(few === undefined ? [] : [mark("note", `note: ${few}`)]), planLine(report, plan, mark, isFound)];
  const nothing = mode === "apply" || mode === "sweep" ? ["Nothing was written."] : [];
  return {
    text: [...warnings, ...renderPlan(plan, mark, details), ...renderDomains(domains, mark, details), ...last],
    errors: [...errors, ...refusals, ...(refusals.length + errors.length > 0 ? nothing : [])],
  };
}

function renderPlan(plan: Plan, mark: Mark, details: boolean): string[] {
  const isFolded = !details && isLarge(plan);
  const isCounted = ({ action }: PlanItem): boolean => isFolded && !ALWAYS_SHOWN.has(action);
  const lines = renderItems(plan.items, mark, isCounted);
  return isFolded && plan.items.some(isCounted)
    ? [...lines, "", "--details shows each object and its fields.", ""]
    : lines;
}

export function renderOutcome({ action, kind, key, status, message, id }: ItemOutcome, mark: Mark): string {
  const what = `${symbolOf(action, mark)} ${action} ${kind} ${printable(key)}`;
  if (status === "done") {
    const note = message === undefined ? "" : mark("note", ` note: ${printable(message)}`);
    // The id of a domain is its host name, which the key ends with.
    const newId = id === undefined || kind === "domain" ? "" : mark("source", ` (${printable(id)})`);
    return `${what} ${mark("done", "done")}${newId}${note}`;
  }
  return `${what} ${mark("failed", status)}: ${printable(message ?? "")}`;
}

/** The outcome is shown by itself, also of a large plan. Failures and the like are shown at the end, by their reason. */
export function isShownAlone({ action, status, message }: ItemOutcome): boolean {
  return status === "done" && (ALWAYS_SHOWN.has(action) || message !== undefined);
}

/** Objects with the same status and reason are one line. */
function renderFailures(failures: readonly FailureRow[]): string[] {
  const groups = Map.groupBy(failures, ({ status, message = "" }) => `${status}: ${reasonIn(message)}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { action, kind, key, status, message = "" } = first;
    const many = status === "not ready" ? `${alike.length} domains` : alike.length;
    const what = alike.length === 1 ? `${action} ${kind} ${key}`.trim() : many;
    // The plan has named what is blocked, and counted what was not started. The rest is named nowhere else in a large plan.
    const isNamedBefore = status === "blocked" || status === "not-started";
    const keys = alike.map((each) => each.key);
    const which = alike.length === 1 ? "" : ` (${nameList(keys, isNamedBefore ? MOST_NAMES : keys.length)})`;
    // One object's request is not the others'.
    const reason = alike.every((each) => each.message === first.message) ? message : reasonIn(message);
    return errorLine(`${what} ${status.replace("-", " ")}${which}: ${reason}`);
  });
}

/** A message without what is different for each request: the call and its id. */
function reasonIn(message: string): string {
  return message
    .replace(/\b[A-Z]+ \/v1\/\S+: /g, "")
    .replace(/ \/v1\/\S+/g, "")
    .replace(/ \(request [^\s,)]+\)/g, "")
    .replace(/\(request [^\s,)]+, /g, "(");
}

/** How many domains are ready, and a line for each that is not, or for many with the same reason. */
function renderDomains(domains: readonly DomainStatus[], mark: Mark, details: boolean): string[] {
  if (domains.length === 0) return [];
  const lines = [...Map.groupBy(notReady(domains), describeNotReady)].flatMap(([reason, alike]) =>
    details || alike.length <= MOST_DOMAINS
      ? alike.map(({ key }) => `  ${printable(key)}: ${reason}`)
      : [`  ${alike.length} domains: ${reason}`],
  );
  return [`${mark("title", "Domains:")} ${formatDomainCounts(domains)}`, ...lines];
}

function planLine(report: Report, plan: Plan, mark: Mark, isFound?: boolean): string {
  const { isCertain, words } = nothingToChange(report, isFound) ?? {};
  if (words === undefined)
    return `${mark("title", report.result === "drift" ? "Drift:" : "Plan:")} ${formatPlanCounts(plan)}`;
  return `${isCertain === true ? mark("done", `✓ ${words}.`) : mark("note", `${words}.`)} ${formatPlanCounts(plan)}`;
}

/** The line about what was done, and what is left to do. No line if there was nothing to apply: the plan has said so. */
function applyLine(
  mode: Report["mode"],
  { counts, outcomes }: ApplySummary,
  plan: Plan,
  mark: Mark,
): string | undefined {
  const { blocked } = plan.counts;
  const words = formatOutcomeCounts({ counts }, blocked);
  if (words === "") return undefined;
  const left = outcomes.length - counts.done + blocked;
  const first =
    counts.failed + counts.partial + blocked > 0
      ? `correct what is listed above, and run ${mode} again`
      : `run ${mode} again`;
  const rest = left === 0 ? "" : `. ${countOf(left, "object")} left: ${first}.`;
  return `${mark("title", "Apply:")} ${words}${rest}`;
}

function errorLine(message: string): string {
  return `error: ${printable(message)}`;
}

/** `1 file`, `2 files` */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
