import { printable } from "../provider/api/printable.ts";
import { formatProblem, type Problem } from "../provider/file/problem.ts";
import type { Applied, Outcome } from "../sync/apply/outcome.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import type { Plan } from "../sync/plan/plan.ts";
import type { DomainStatus } from "../sync/plan/domain-status.ts";
import { describeNotReady, formatDomainCounts, notReady } from "../sync/render-domains.ts";
import { renderItems, symbolOf, type Mark, type Meaning } from "../sync/render-plan.ts";
import { nothingToChange, type Report } from "../sync/report.ts";
import type { Format, Style } from "./output.ts";

interface RenderedReport {
  /** Lines for stdout. */
  readonly text: readonly string[];
  /** Lines for stderr. */
  readonly errors: readonly string[];
}

/**
 * Renders a run for a terminal: counts last on stdout, and failures on stderr. After an apply without the plan, which was shown
 * before.
 */
export function renderReport(report: Report, style: Style): RenderedReport {
  const { mode, files, problems, error, plan, applied, domains = [] } = report;
  const problemLines = (level: Problem["level"]): string[] =>
    problems.filter((problem) => problem.level === level).map((problem) => printable(formatProblem(problem)));
  const errors = problemLines("error");
  const warnings = problemLines("warning").map((warning) => style("yellow", warning));
  const errorLines = error === undefined ? [] : [errorLine(error)];
  if (error !== undefined && applied === undefined) return { text: warnings, errors: [...errors, ...errorLines] };
  if (plan === undefined) {
    const valid =
      errors.length === 0 ? [`${style("green", "✓")} ${count(files.length, "file")} valid, not planned`] : [];
    return { text: [...warnings, ...valid], errors };
  }
  if (applied !== undefined) {
    return {
      text: [...renderDomains(domains, style), ...applyLine(applied, plan, style)],
      errors: [...renderFailures(applied, plan), ...renderWaitErrors(domains), ...errorLines],
    };
  }
  const refused = plan.guards.filter(({ passed }) => !passed);
  const refusals = refused.map(({ message }) => errorLine(message));
  if (refused.some(({ guard }) => guard === "confirmation")) return { text: [], errors: refusals };
  const last = planLine(report, plan, style);
  const nothing = mode === "apply" ? ["Nothing was written."] : [];
  return {
    text: [...warnings, ...renderItems(plan.items, markWith(style)), ...renderDomains(domains, style), last],
    errors: [...errors, ...refusals, ...(refusals.length + errors.length > 0 ? nothing : [])],
  };
}

const FORMATS: Readonly<Record<Meaning, Format>> = {
  create: "green",
  update: "yellow",
  move: "cyan",
  delete: "red",
  blocked: "magenta",
  unmanaged: "gray",
  unchanged: "gray",
  project: "bold",
  source: "gray",
  removed: "red",
  added: "green",
  note: "yellow",
};

function markWith(style: Style): Mark {
  return (meaning, text) => style(FORMATS[meaning], text);
}

/** Renders the outcome of one write. */
export function renderOutcome({ action, kind, key, status, message, id }: Outcome, style: Style): string {
  const what = `${symbolOf(action, markWith(style))} ${action} ${kind} ${printable(key)}`;
  if (status === "done") {
    const note = message === undefined ? "" : style("yellow", ` note: ${printable(message)}`);
    // The id of a domain is its host name, which the key ends with.
    const newId = id === undefined || kind === "domain" ? "" : style("gray", ` (${printable(id)})`);
    return `${what} ${style("green", "done")}${newId}${note}`;
  }
  return `${what} ${style("red", status)}: ${printable(message ?? "")}`;
}

/** What is not done, the worst first. Objects with the same status and reason are one line, because each was shown before. */
function renderFailures({ outcomes }: Applied, { items }: Plan): string[] {
  const undone = ["failed", "unknown", "partial", "not-started"] satisfies Outcome["status"][];
  const failures = [
    ...undone.flatMap((status) => outcomes.filter((outcome) => outcome.status === status)),
    ...items
      .filter(({ action }) => action === "blocked")
      .map(({ kind, key, reason }) => ({ kind, key, status: "blocked" as const, action: "", message: reason })),
  ];
  const groups = Map.groupBy(failures, ({ status, message = "" }) => `${status}: ${message}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { action, kind, key, status, message = "" } = first;
    const what = alike.length === 1 ? `${action} ${kind} ${key}`.trim() : String(alike.length);
    return errorLine(`${what} ${status.replace("-", " ")}: ${message}`);
  });
}

/** How many domains are ready, and a line for each that is not. */
function renderDomains(domains: readonly DomainStatus[], style: Style): string[] {
  if (domains.length === 0) return [];
  const lines = notReady(domains).map((domain) => `  ${printable(domain.key)}: ${describeNotReady(domain)}`);
  return [`${style("bold", "Domains:")} ${formatDomainCounts(domains)}`, ...lines];
}

/** The domains that were not ready in time. Those with the same reason are one line, because each has one above. */
function renderWaitErrors(domains: readonly DomainStatus[]): string[] {
  const failed = domains.filter(({ waitError }) => waitError !== undefined);
  return [...Map.groupBy(failed, ({ waitError = "" }) => waitError)].map(([reason, alike]) => {
    const [first] = alike;
    return errorLine(
      alike.length === 1
        ? `domain ${first?.key} not ready: ${reason}`
        : `${alike.length} domains not ready, each because ${reason}`,
    );
  });
}

function planLine(report: Report, plan: Plan, style: Style): string {
  const { isCertain, words } = nothingToChange(report) ?? {};
  if (words === undefined)
    return `${style("bold", report.result === "drift" ? "Drift:" : "Plan:")} ${formatPlanCounts(plan)}`;
  return `${isCertain === true ? style("green", `✓ ${words}.`) : style("yellow", `${words}.`)} ${formatPlanCounts(plan)}`;
}

/** No line if there was nothing to apply: the plan has said so. */
function applyLine(applied: Applied, plan: Plan, style: Style): string[] {
  const counts = formatOutcomeCounts(applied, plan.counts.blocked);
  if (counts === "") return [];
  const isIncomplete = applied.outcomes.some(({ status }) => status !== "done");
  return [`${style("bold", "Apply:")} ${counts}${isIncomplete ? ". Run plan to see what remains." : ""}`];
}

function errorLine(message: string): string {
  return `error: ${printable(message)}`;
}

/** `1 file`, `2 files` */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
