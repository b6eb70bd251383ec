import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import { formatDomainCounts } from "../sync/render-domains.ts";
import { nothingToChange, type Report } from "../sync/report.ts";

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
    `${result === "drift" ? "Drift" : "Plan"}: **${formatPlanCounts(plan) || "nothing declared"}**`,
    ...(outcomes === "" ? [] : [`Apply: **${outcomes}**`]),
    ...(domains.length === 0 ? [] : [`Domains: **${formatDomainCounts(domains)}**`]),
  ].join(" · ");
}
