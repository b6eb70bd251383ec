import type { Report } from "../sync/report.ts";
import type { Links } from "./links.ts";
import { text } from "./markdown.ts";
import { renderReport } from "./render-report.ts";

/** GitHub drops a summary of more than 1 MiB. */
const MAX_BYTES = 900 * 1024;

export interface SummaryOptions {
  /** Why the run did not apply. */
  readonly outdated?: string | undefined;
  readonly links?: Pick<Links, "line">;
}

/** The job summary of a run that failed before it had a report. */
export function renderError(problems: readonly string[]): string {
  return `## projectsync: ❌ failed\n\n${problems.map((problem) => `- ${text(problem)}\n`).join("")}`;
}

/** The job summary in Markdown. */
export function renderSummary(report: Report, { outdated, links }: SummaryOptions = {}): string {
  return renderReport(report, {
    label: "",
    notices: outdated === undefined ? [] : [`⚠️ ${text(outdated)}`],
    links: links ?? { line: () => undefined },
    maxBytes: MAX_BYTES,
    maxFields: 50,
    maxMessage: 10_000,
    rest: "The report file (output report-path) lists all.",
  });
}
