import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import { formatDomainCounts } from "../sync/render-domains.ts";
import type { Report } from "../sync/report.ts";

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

/** The result in a few words. */
export function titleOf({ mode, result, failureReason, plan }: Report): string {
  if (failureReason === "domains-not-ready") return `❌ ${result === "applied" ? "applied, " : ""}domains not ready`;
  if (result !== "no-changes") return TITLES[result];
  const none = mode === "drift" ? "no drift" : "no changes";
  return plan?.notCompared === undefined ? `✅ ${none}` : `⚠️ ${none} in what was compared`;
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
