import {
  formatFewFields,
  formatOutcomeCounts,
  formatPlanCounts,
  formatDomainCounts,
} from "../sync/report/render-plan.ts";
import { addressOfMore, type FailureReason } from "../core/text/explanations.ts";
import { failedGuards, type PlanItem } from "../core/plan/plan.ts";
import { nothingToChange, type Report } from "../sync/report/report.ts";
import { fitSections } from "./fit-sections.ts";
import { clip, text } from "./markdown.ts";
import { sectionsOf, type ReportView } from "./report-sections.ts";

interface Rendering extends ReportView {
  /** Follows the mode in the title. Markdown. */
  readonly label: string;
  /** Why the run did less than it was asked for. */
  readonly outdated: string | undefined;
  readonly maxBytes: number;
  /** A sentence that says where to find what is left out. Markdown. */
  readonly rest: string;
}

interface RenderedReport {
  readonly markdown: string;
  /** The items that are shown with all that changes. */
  readonly shown: ReadonlySet<PlanItem | undefined>;
}

/** Bytes for the titles of the parts and the last line. */
const RESERVE = 400;

/** A report in Markdown: result and counts, then its sections. Long ones are folded, and what does not fit into `maxBytes` is counted. */
export function renderMarkdown(report: Report, rendering: Rendering): RenderedReport {
  const { error, plan, applied, failureReason } = report;
  const { outdated, maxBytes, label, maxMessage, rest } = rendering;
  const refused = failedGuards(plan).map(({ message }) => message);
  const start = [
    `## projectsync ${report.mode}${label}: ${titleOf(report)}`,
    countsOf(report),
    (plan && applied === undefined && formatFewFields(plan)) || "",
    ...(outdated === undefined ? [] : [`> ⚠️ ${text(outdated)}`]),
    ...[error, ...refused].filter((why) => why !== undefined).map((why) => `> ${text(clip(why, maxMessage))}`),
    linkToMore(failureReason ?? (outdated === undefined ? undefined : "outdated")),
  ];
  const bytes = maxBytes - Buffer.byteLength(start.join("\n\n")) - Buffer.byteLength(rest) - RESERVE;
  const { parts, missing, shown } = fitSections(sectionsOf(report, rendering), bytes);
  const all = [...start, ...parts, ...(missing === 0 ? [] : [`… and ${missing} more. ${rest}`])];
  return { markdown: `${all.filter((part) => part !== "").join("\n\n")}\n`, shown };
}

/** Markdown; empty if the message of the failure says all. */
function linkToMore(reason: FailureReason | undefined): string {
  const address = addressOfMore(reason);
  return address === undefined ? "" : `[What to do about \`${reason}\`](${address})`;
}

const TITLES: Readonly<Record<Report["result"], string>> = {
  "no-changes": "✅ no changes",
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

function titleOf(report: Report): string {
  const { result, failureReason } = report;
  if (failureReason === "domains-not-ready") return `❌ ${result === "applied" ? "applied, " : ""}domains not ready`;
  const nothing = result === "no-changes" || result === "drift" ? nothingToChange(report) : undefined;
  return nothing === undefined ? TITLES[result] : `${nothing.isCertain ? "✅" : "⚠️"} ${nothing.words.toLowerCase()}`;
}

/** The counts of the plan and of the apply. Markdown; empty without a plan. */
function countsOf({ result, plan, applied, domains = [] }: Report): string {
  if (plan === undefined) return "";
  const counts = [
    [result === "drift" ? "Drift" : "Plan", formatPlanCounts(plan) || "nothing to do"],
    ["Apply", applied === undefined ? "" : formatOutcomeCounts(applied, plan.counts.blocked)],
    ["Domains", formatDomainCounts(domains)],
  ] as const;
  return counts.flatMap(([name, words]) => (words === "" ? [] : [`${name}: **${words}**`])).join(" · ");
}

/** GitHub drops a summary of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;

/** The job summary of a run that failed before it had a report. */
export function renderError(problems: readonly string[], reason: FailureReason): string {
  const more = linkToMore(reason);
  const list = problems.map((problem) => `- ${text(problem)}\n`).join("");
  return `## projectsync: ❌ failed\n\n${list}${more === "" ? "" : `\n${more}\n`}`;
}

export function renderSummary(report: Report, around: Pick<Rendering, "outdated" | "links">): string {
  const { markdown } = renderMarkdown(report, {
    ...around,
    label: "",
    maxBytes: MAX_BYTES,
    maxMessage: 10_000,
    rest: "The report file (output report-path) lists all.",
  });
  return markdown;
}
