import * as core from "@actions/core";
import { messageOf } from "../provider/api/errors.ts";
import { printable } from "../provider/api/printable.ts";
import { plain } from "../sync/render-plan.ts";
import { renderReport } from "../sync/render-report.ts";
import type { Report } from "../sync/report.ts";

/** Logs one line. `core.info` alone would let the runner run a workflow command in the text. */
export function log(text: string): void {
  core.info(printable(text));
}

/** Logs a plan, or the end of a run: an apply has logged its plan before, and its outcomes as they came. */
export function logReport(report: Report): void {
  const { text, errors, last } = renderReport(report, plain, true);
  for (const line of [...text, ...errors, ...(last === undefined ? [] : [last])]) log(line);
}

/**
 * Runs an action that reports the run. If it fails, writes a warning and returns `undefined`: a report that cannot be
 * written does not change the result of the run. `what` starts the warning, such as `The summary`.
 */
export async function warnOnFailure<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    core.warning(`${what} could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
