import type { ItemOutcome } from "../sync/report/item-outcome.ts";
import type { Report } from "../sync/report/report.ts";
import { annotation } from "./log.ts";
import type { FileLocations } from "./file-locations.ts";
import { blockedItems } from "./report-sections.ts";

/** GitHub shows at most 10 annotations of one level per step. Two are for the step itself, such as why it failed. */
const MAX_PER_LEVEL = 8;

/** Annotates the lines of project files that have a problem, or that declare a blocked or failed object. Counts what it leaves out. */
export function annotate({ problems, plan, applied }: Report, locations: FileLocations): void {
  const objects = [
    ...blockedItems(plan, problems).map(({ item: { source, key, reason = "" } }) => ({
      source,
      message: `${key} is blocked: ${reason}`,
    })),
    ...unfinished(applied?.outcomes).map(({ source, key, status, message = "" }) => ({
      source,
      message: `${key}: ${status}: ${message}`,
    })),
  ];
  const all = [
    ...problems.map(({ message, path: field, ...position }) => ({
      ...position,
      message: field === "" ? message : `${field}: ${message}`,
    })),
    ...objects.flatMap(({ source, message }) => (source ? [{ ...source, level: "error", message }] : [])),
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
    if (left === 0) continue;
    const more = `… and ${left} more ${left === 1 ? level : `${level}s`}, see the summary.`;
    annotation(level, more, { title: "projectsync" });
  }
}

/** Objects that were not started come last: their cause is another object in the list. */
function unfinished(outcomes: readonly ItemOutcome[] = []): readonly ItemOutcome[] {
  const rank = ({ status }: ItemOutcome): number => Number(status === "not-started");
  return outcomes.filter(({ status }) => status !== "done").toSorted((a, b) => rank(a) - rank(b));
}
