import type { FailureReason } from "../core/text/explanations.ts";
import { formatOutcomeCounts } from "../sync/report/render-plan.ts";
import { failedGuards, hasAny } from "../core/plan/plan.ts";
import { nothingToChange, type Report } from "../sync/report/report.ts";
import type { Inputs } from "./inputs.ts";

interface Failure {
  readonly reason: FailureReason;
  readonly message: string;
}

/** The reason why the step fails. `undefined` if it succeeds. `outdated`: why the run did less than it was asked for. */
export function actionFailureOf(
  report: Report,
  inputs: Pick<Inputs, "failOn" | "onOutdated">,
  outdated?: string,
): Failure | undefined {
  const isRed = outdated !== undefined && inputs.onOutdated === "fail";
  return failureOfReport(report, inputs) ?? (isRed ? { reason: "outdated", message: outdated } : undefined);
}

function failureOfReport(report: Report, { failOn }: Pick<Inputs, "failOn">): Failure | undefined {
  const { result, failureReason, error, plan } = report;
  if (failureReason === "domains-not-ready") return { reason: failureReason, message: describeWait(report) };
  const failed = (message: string): Failure => ({ reason: failureReason ?? "internal-error", message });
  switch (result) {
    case "valid":
    case "no-changes":
    case "changes":
    case "applied":
      return undefined;
    case "drift":
      return hasAny(plan, failOn)
        ? failed(`${nothingToChange(report)?.words ?? "Drift: the service differs from the files"}. See the summary.`)
        : undefined;
    case "invalid":
      return failed("Invalid project files. See the annotations. Nothing was written.");
    case "refused":
      return failed([...failedGuards(plan).map(({ message }) => message), "Nothing was written."].join(" "));
    case "blocked":
      return failed(`Blocked objects: ${plan?.counts.blocked ?? 0}. See the summary. Nothing was written.`);
    case "stopped":
    case "partial":
    case "failed":
      return failed(error ?? describeApplied(report));
  }
}

function describeApplied(report: Report): string {
  const { result, plan, applied } = report;
  const start = `${result === "stopped" ? "Stopped. " : ""}${mayHaveWritten(report) ? "Partly" : "Nothing was"} applied`;
  const counts = applied === undefined ? "" : `: ${formatOutcomeCounts(applied, plan?.counts.blocked ?? 0)}`;
  return `${start}${counts}. See the summary.`;
}

function describeWait({ domains = [] }: Report): string {
  const failed = domains.filter(({ waitError }) => waitError !== undefined).length;
  const what = domains.length === 1 ? "The domain is" : `${failed} of ${domains.length} domains are`;
  return `${what} not ready. No change is left to make. See the summary.`;
}

/** Something was written, or may have been. */
export function mayHaveWritten({ applied }: Report): boolean {
  return applied?.outcomes.some(({ status }) => status !== "failed" && status !== "not-started") === true;
}
