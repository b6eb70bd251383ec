import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import { formatDomainCounts } from "../sync/render-domains.ts";
import { nothingToChange, type Report } from "../sync/report.ts";
import { clip, code, text } from "./markdown.ts";
import {
  changeSections,
  deletionTable,
  domainTable,
  failureTable,
  notesOf,
  problemTable,
  type Shown,
  unmanagedTable,
} from "./report-tables.ts";
import { createByteBudget, fitSection, FOLD_DOMAINS, section } from "./section.ts";

export interface Rendering extends Shown {
  /** Follows the mode in the title. Markdown. */
  readonly label: string;
  /** Lines below the counts. Markdown. */
  readonly notices: readonly string[];
  readonly maxBytes: number;
  /** A sentence that says where to find what is left out. Markdown. */
  readonly rest: string;
}

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
    section("Domains not ready", domainTable(report, rendering), FOLD_DOMAINS),
    section("Warnings", problemTable(warnings, rendering)),
    section("Unmanaged", unmanagedTable(report, rendering)),
    section("Notes", { head: [], rows: notesOf(plan?.items ?? [], maxMessage) }),
    section("Files", { head: [], rows: files.map((file) => `- ${code(file)}`) }),
  ];
  const fitted = sections.map((parts) => fitSection(parts, fit));
  const missing = fitted.reduce((sum, each) => sum + each.missing, 0);
  const end = missing === 0 ? [] : [`… and ${missing} more. ${rendering.rest}`];
  const all = [...start, ...fitted.flatMap(({ lines }) => lines), ...end];
  return `${all.filter((part) => part !== "").join("\n\n")}\n`;
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

/** The result in a few words. */
export function titleOf(report: Report): string {
  const { result, failureReason } = report;
  if (failureReason === "domains-not-ready") return `❌ ${result === "applied" ? "applied, " : ""}domains not ready`;
  const nothing = result === "no-changes" || result === "drift" ? nothingToChange(report) : undefined;
  return nothing === undefined ? TITLES[result] : `${nothing.isCertain ? "✅" : "⚠️"} ${nothing.words.toLowerCase()}`;
}

/** What was planned and done, in numbers. Markdown; empty without a plan. */
export function countsOf({ result, plan, applied, domains = [] }: Report): string {
  if (plan === undefined) return "";
  const outcomes = applied === undefined ? "" : formatOutcomeCounts(applied, plan.counts.blocked);
  return [
    `${result === "drift" ? "Drift" : "Plan"}: **${formatPlanCounts(plan) || "nothing to do"}**`,
    ...(outcomes === "" ? [] : [`Apply: **${outcomes}**`]),
    ...(domains.length === 0 ? [] : [`Domains: **${formatDomainCounts(domains)}**`]),
  ].join(" · ");
}
