import { failureRows } from "../sync/report/failure-rows.ts";
import { countOf } from "../sync/report/render-report.ts";
import type { Report } from "../sync/report/report.ts";
import { annotation } from "./log.ts";
import type { FileLocations } from "./file-locations.ts";

/** GitHub shows at most 10 annotations of one level per step. Two are for the step itself, such as why it failed. */
const MAX_PER_LEVEL = 8;

/** Annotates the lines of project files that have a problem, or that declare a blocked or failed object. Counts what it leaves out. */
export function annotate(report: Report, locations: FileLocations): void {
  // Objects that were not started come last: their cause is another object in the list.
  const failures = failureRows(report, ["not-started"]).filter(({ isRepeated }) => !isRepeated);
  const all = [
    ...report.problems.map(({ message, path: field, ...position }) => ({
      ...position,
      message: field === "" ? message : `${field}: ${message}`,
    })),
    ...failures.flatMap(({ status, key, source, message = "" }) => {
      if (source === null || status === "not ready") return [];
      const outcome = status === "blocked" ? " is blocked" : `: ${status}`;
      return [{ ...source, level: "error", message: `${key}${outcome}: ${message}` }];
    }),
  ];
  for (const level of ["error", "warning"] as const) {
    const ofLevel = all.filter((each) => each.level === level);
    for (const { message, ...position } of ofLevel.slice(0, MAX_PER_LEVEL)) {
      // GitHub expects paths in the repository.
      const file = locations.get(position.file)?.name ?? position.file;
      const { line: startLine, column: startColumn } = position;
      const at = startLine === 0 ? {} : { startLine, startColumn };
      annotation(level, message, { title: "projectsync", file, ...at });
    }
    const left = Math.max(0, ofLevel.length - MAX_PER_LEVEL);
    if (left > 0)
      annotation(level, `… and ${countOf(left, `more ${level}`)}, see the summary.`, { title: "projectsync" });
  }
}
