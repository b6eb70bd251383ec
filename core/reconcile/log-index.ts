import { oncePerObject } from "../resources/once-per-object.ts";
import type { AttemptLog } from "./attempts.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Step } from "./step.ts";

/*
 * The objects of a run that belong together. They are the same from its start to its end, and each of many writes asks for a few of them.
 */

type Logs = LoopRun["logs"];

interface Leaving {
  readonly log: AttemptLog;
  readonly from: NonNullable<Step["from"]>;
}

/** The objects in a project, itself included, by its key. */
export function logsIn(project: string, logs: Logs): readonly AttemptLog[] {
  return byProject(logs).get(project) ?? [];
}

/** The host names that are to leave a project, by its id. */
export function leavingFrom(projectId: string, logs: Logs): readonly Leaving[] {
  return byLeft(logs).get(projectId) ?? [];
}

const byProject = oncePerObject((logs: Logs) => Map.groupBy(logs.values(), ({ approved }) => approved.project));

const byLeft = oncePerObject((logs: Logs) => {
  const leaving = [...logs.values()].flatMap((log): Leaving[] => {
    const { from } = log.approved;
    return from === undefined ? [] : [{ log, from }];
  });
  return Map.groupBy(leaving, ({ from }) => from.projectId);
});
