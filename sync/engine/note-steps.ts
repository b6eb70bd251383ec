import { note, type Entry } from "../../core/reconcile/ledger.ts";
import { recordsOf } from "../../core/reconcile/listed.ts";
import type { Run } from "../../core/reconcile/run.ts";
import type { Sent } from "../../core/reconcile/sent.ts";
import { listsOf } from "../../core/reconcile/settle.ts";
import { StepError } from "../report/outcome.ts";
import type { Step } from "./engine.ts";
import type { stepFinder } from "./plan-steps.ts";

/**
 * Notes what the engine says of each object as the answer to its write: a step that is done was answered, one that failed or did not
 * end has no answer, and all others were not sent. `unsent`: why, if no step tells. Returns what was sent.
 */
export async function noteSteps(
  stepOf: ReturnType<typeof stepFinder>,
  unsent: string,
  run: Run,
): Promise<readonly Entry[]> {
  const { entries, created, gate, observer } = run;
  const sent: Entry[] = [];
  const others: Entry[] = [];
  for (const entry of entries.values()) {
    entry.projectId ??= created.get(entry.approved.project);
    const step = stepOf(entry.approved);
    // What fails without an action did so before it was begun.
    if (step !== undefined && step.action !== "same" && step.isRefused !== true) {
      entry.before = recordsOf(entry, observer.snapshot);
      noteStep(entry, step, run);
      sent.push(entry);
    } else {
      others.push(entry);
      if (step?.status === "failed") entry.held = { message: step.message ?? unsent, isFailure: true };
      else if (!gate.signal.aborted) entry.held = { message: unsent };
    }
  }
  // Somebody else may have done it meanwhile.
  if (!gate.signal.aborted) await run.reads(() => observer.read(others.flatMap((entry) => listsOf(entry, run))));
  return sent;
}

function noteStep(entry: Entry, { id, status, message = UNFINISHED }: Step, { created }: Run): void {
  const { approved } = entry;
  const error = new StepError(message);
  const answer: Sent = status === "done" ? { became: "answered" } : { became: "no answer", error };
  note(entry, approved.action, approved, answer);
  if (approved.action !== "create") return;
  // The engine creates an object with all that is declared. If it fails after it has created one, it says the id.
  const rest: Sent = status === "done" ? answer : { became: "not sent", error };
  for (const request of ["settings", "update"] as const) note(entry, request, approved, rest);
  if (id === undefined) return;
  entry.id = id;
  if (approved.kind !== "project") return;
  entry.projectId = id;
  created.set(approved.project, id);
}

const UNFINISHED = "The engine was stopped before the answer came.";
