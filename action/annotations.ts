import path from "node:path";
import * as core from "@actions/core";
import type { Position } from "../provider/file/position.ts";
import type { Problem } from "../provider/file/problem.ts";
import type { Outcome } from "../sync/apply/outcome.ts";
import { projectOf, type PlanItem } from "../sync/plan/plan.ts";
import { oneLine } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";

/** GitHub shows at most this many annotations of one level for a step. */
const SHOWN = 10;

interface Place {
  /** What the files are relative to. */
  readonly folder: string;
  /** What GitHub wants them relative to. */
  readonly workspace: string;
}

interface Annotation {
  readonly level: Problem["level"];
  readonly position: Position;
  readonly message: string;
}

/** Puts problems, and what is blocked or failed, on the lines of the files that declare them. */
export function annotate({ problems, plan, applied }: Report, { folder, workspace }: Place): void {
  const all = [...problems.map(ofProblem), ...ofBlocked(plan?.items ?? [], problems), ...ofUndone(applied?.outcomes)];
  for (const level of ["error", "warning"] as const) {
    const write = level === "error" ? core.error : core.warning;
    for (const { message, position } of all.filter((each) => each.level === level).slice(0, SHOWN)) {
      const file = path.relative(workspace, path.resolve(folder, position.file)).replaceAll(path.sep, "/");
      write(oneLine(message), { title: "projectsync", file, startLine: position.line, startColumn: position.column });
    }
  }
}

function ofProblem({ level, message, path: at, ...position }: Problem): Annotation {
  return { level, position, message: at === "" ? message : `${at}: ${message}` };
}

/** Without what a problem says already, and without what is blocked only because its project is. */
function ofBlocked(items: readonly PlanItem[], problems: readonly Problem[]): Annotation[] {
  const blocked = items.filter(({ action }) => action === "blocked");
  const projects = new Set(blocked.filter(({ kind }) => kind === "project").map(({ key }) => key));
  return blocked.flatMap(({ kind, key, source, reason = "" }) => {
    if (source === null || (kind !== "project" && projects.has(projectOf({ key })))) return [];
    const said = problems.some(
      ({ level, file, message }) => level === "error" && file === source.file && reason.includes(message),
    );
    return said ? [] : [{ level: "error", position: source, message: `${key} is blocked: ${reason}` }];
  });
}

/** What was never tried comes last: something else in the list is why. */
function ofUndone(outcomes: readonly Outcome[] = []): Annotation[] {
  const heldBack = ({ status }: Outcome): number => Number(status === "not-started");
  return outcomes
    .filter(({ status }) => status !== "done")
    .toSorted((a, b) => heldBack(a) - heldBack(b))
    .flatMap(({ source, key, status, message = "" }) =>
      source === null ? [] : [{ level: "error", position: source, message: `${key}: ${status}: ${message}` }],
    );
}
