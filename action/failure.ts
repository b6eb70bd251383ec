import type { Report } from "../sync/report.ts";
import { counted } from "./format-counts.ts";
import type { Inputs } from "./inputs.ts";

interface Failure {
  readonly reason: Report["result"];
  readonly message: string;
}

/** Why the step fails, if it does. */
export function failureOf(report: Report, { failOnDrift }: Pick<Inputs, "failOnDrift">): Failure | undefined {
  const { result, error, applied, plan } = report;
  const failed = (message: string): Failure => ({ reason: result, message });
  switch (result) {
    case "valid":
    case "no-changes":
    case "changes":
    case "applied":
      return undefined;
    case "drift":
      return failOnDrift ? failed("The service differs from the files; see the summary.") : undefined;
    case "invalid":
      return failed("The project files are not valid; see the annotations. Nothing was written.");
    case "refused":
      return failed((plan?.guards ?? []).flatMap((guard) => (guard.passed ? [] : guard.message)).join(" "));
    case "blocked":
      return failed(
        `${plan?.counts.blocked ?? 0} of the declared objects are blocked; see the summary. Nothing was written.`,
      );
    case "stopped":
    case "partial":
    case "failed":
      return failed(
        error ??
          `${mayHaveWritten(report) ? "Partly" : "Nothing was"} applied: ${counted(applied?.counts ?? {})}; see the summary.`,
      );
  }
}

/** Whether something was written, or may have been. */
export function mayHaveWritten({ applied }: Report): boolean {
  return applied?.outcomes.some(({ status }) => status !== "failed" && status !== "not-started") === true;
}
