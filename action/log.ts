import * as core from "@actions/core";
import { messageOf } from "../core/api/errors.ts";
import { escapeCharacter, oneLine, printable } from "../core/text/printable.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { plain } from "../sync/report/render-plan.ts";
import { renderReport } from "../sync/report/render-report.ts";
import type { Report } from "../sync/report/report.ts";
import { canBeRedacted } from "../core/text/redaction.ts";

/* All that the Action writes to the log: a text may be from elsewhere, and the runner would obey commands in it. */

export function log(text: string): void {
  core.info(printable(text));
}

export function debug(text: string): void {
  core.debug(printable(text));
}

/** Writes an annotation. Default: about no file. */
export function annotation(
  level: "error" | "warning",
  text: string,
  { file, ...about }: core.AnnotationProperties = {},
): void {
  const write = level === "error" ? core.error : core.warning;
  // A name stays different from others.
  write(
    printable(hideUserInfo(text)),
    file === undefined ? about : { ...about, file: printable(oneLine(file, escapeCharacter)) },
  );
}

export function warnInLog(text: string): void {
  annotation("warning", text);
}

/** The step fails, with this message. */
export function fail(text: string): void {
  core.setFailed(printable(hideUserInfo(text)));
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
    warnInLog(`${what} could not be written: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * Returns the function that asks the runner to hide secrets in the log of this and all later steps. The runner masks each line
 * of a value on its own, so each line is checked on its own: the line `}` of a JSON key must not be masked, because shorter texts than
 * messages can hide occur everywhere.
 */
export function createMask(): (secrets: readonly string[]) => void {
  const known = new Set<string>();
  return (secrets) => {
    const lines = secrets.flatMap((secret) => secret.split(/[\r\n]+/)).map((line) => line.trim());
    for (const line of lines.filter(canBeRedacted)) {
      if (!known.has(line)) core.setSecret(line);
      known.add(line);
    }
  };
}
