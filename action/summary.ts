import type { FailureReason } from "../core/text/explanations.ts";
import type { Report } from "../sync/report/report.ts";
import { text } from "./markdown.ts";
import { linkToMore, renderReport, type Rendering } from "./render-report.ts";

/** GitHub drops a summary of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;

/** The job summary of a run that failed before it had a report. */
export function renderError(problems: readonly string[], reason: FailureReason): string {
  const more = linkToMore(reason);
  const list = problems.map((problem) => `- ${text(problem)}\n`).join("");
  return `## projectsync: ❌ failed\n\n${list}${more === "" ? "" : `\n${more}\n`}`;
}

export function renderSummary(report: Report, around: Pick<Rendering, "outdated" | "links">): string {
  const { markdown } = renderReport(report, {
    ...around,
    label: "",
    maxBytes: MAX_BYTES,
    maxMessage: 10_000,
    rest: "The report file (output report-path) lists all.",
  });
  return markdown;
}
