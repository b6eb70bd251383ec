import type { LoopRun } from "../../core/reconcile/loop-run.ts";
import { assembleApplied, type ApplySummary, type ItemOutcome, StepError } from "../report/item-outcome.ts";
import { isWritten, newItem, type Plan, type PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import { EngineError, type EngineRun, type EngineStep } from "./engine.ts";
import { stepFinder } from "./plan-steps.ts";
import { note, type AttemptLog, type WriteResult } from "../../core/reconcile/attempts.ts";
import { recordsOf } from "../../core/reconcile/read-by-id.ts";
import { listsOf } from "../../core/reconcile/settle.ts";

/**
 * Notes what the engine says of each object as the answer to its write: a step that is done was answered, one that failed or did not
 * end has no answer, and all others were not sent. `unsent`: why, if no step tells. Returns what was sent.
 */
async function noteSteps(
  stepOf: ReturnType<typeof stepFinder>,
  unsent: string,
  run: LoopRun,
): Promise<readonly AttemptLog[]> {
  const { logs, created, gate, observer } = run;
  const sent: AttemptLog[] = [];
  const others: AttemptLog[] = [];
  for (const log of logs.values()) {
    log.projectId ??= created.get(log.approved.project);
    const step = stepOf(log.approved);
    // A failure without an action came before the action was begun.
    if (step !== undefined && step.action !== "same" && step.isRefused !== true) {
      log.before = recordsOf(log, observer.snapshot);
      noteStep(log, step, run);
      sent.push(log);
    } else {
      others.push(log);
      if (step?.status === "failed") log.skipped = { message: step.message ?? unsent, isFailure: true };
      else if (!gate.signal.aborted) log.skipped = { message: unsent };
    }
  }
  // Somebody else may have done it meanwhile.
  if (!gate.signal.aborted) await run.reads(() => observer.read(others.flatMap((log) => listsOf(log, run))));
  return sent;
}

function noteStep(log: AttemptLog, { id, status, message = UNFINISHED }: EngineStep, { created }: LoopRun): void {
  const { approved } = log;
  const error = new StepError(message);
  const answer: WriteResult = status === "done" ? { answer: "answered" } : { answer: "no answer", error };
  note(log, approved.action, approved, answer);
  if (approved.action !== "create") return;
  // The engine creates an object with all that is declared. If it fails after it has created one, it says the id.
  const rest: WriteResult = status === "done" ? answer : { answer: "not sent", error };
  for (const request of ["settings", "update"] as const) note(log, request, approved, rest);
  if (id === undefined) return;
  log.id = id;
  if (approved.kind !== "project") return;
  log.projectId = id;
  created.set(approved.project, id);
}

const UNFINISHED = "The engine was stopped before the answer came.";

/** Why the run failed, if the outcomes do not say all of it. */
type Failure = { readonly reason: EngineError["reason"] | "plan-changed"; readonly message: string } | undefined;

/**
 * Carries a plan out through the engine. `update` runs it, and says when an object is done or failed. `onWritten` is called once for each
 * object that is done.
 */
export async function applySteps(
  { items }: Plan,
  update: (onStep: (step: EngineStep) => void) => Promise<EngineRun>,
  onWritten: () => void,
) {
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const written = new Set<PlanItem>();
  const ran = await update((step) => {
    const item = byName.get(nameOf(step));
    if (step.status !== "done" || item === undefined || !isWritten(item) || isLost(item, step)) return;
    if (!written.has(item)) onWritten();
    written.add(item);
  }).catch(asFailure);
  const run: EngineRun = ran instanceof EngineError ? { steps: [], error: ran.message } : ran;
  const steps = run.steps.filter((step) => !isLost(byName.get(nameOf(step)), step));
  const stepOf = stepFinder(steps);
  const isComplete = run.error === undefined && run.steps.every(({ status }) => status !== "failed");
  return {
    /** Notes what the engine says of each object as the answer to its write, for the loop: see `ReconcileOptions`. */
    note: (loop: LoopRun) => noteSteps(stepOf, isComplete ? NOTHING_TO_DO : NOT_REACHED, loop),
    /** Adds what only the engine knows to what the loop found. */
    complete: (
      { outcomes }: ApplySummary,
      isStopped: boolean,
    ): { readonly applied: ApplySummary; readonly failure: Failure } => {
      const judged = new Set(outcomes.map(nameOf));
      const unsent: EngineMessage = isComplete
        ? { status: "done", message: VANISHED }
        : { status: "not-started", message: isStopped ? "The run was stopped." : NOT_REACHED };
      const others = items.filter((item) => !judged.has(nameOf(item)));
      const applied = assembleApplied([
        ...outcomes,
        ...others.flatMap((item) => saidOf(item, stepOf(item), unsent)),
        ...steps.filter((step) => !byName.has(nameOf(step))).flatMap(unplanned),
      ]);
      return {
        applied,
        failure: ran instanceof EngineError ? ran : isStopped ? undefined : failureOf(run.error, steps),
      };
    },
  };
}

/**
 * Pulumi does not come to what depends on an object that failed, and then takes it for removed from the program: it forgets the
 * object, or tries to delete it, which the provider refuses (observed, with `continueOnError`). So it was not begun.
 */
function isLost(item: PlanItem | undefined, { action }: EngineStep): boolean {
  const isDeclared = item !== undefined && item.source !== null && item.action !== "delete";
  return isDeclared && (action === "delete" || action === "forget");
}

const NOT_REACHED = "Skipped: another object, or the engine itself, failed first.";
const NOTHING_TO_DO = "The engine found nothing to do.";
const VANISHED = "Already as declared: somebody changed it after the plan was made.";
const NOT_PLANNED = "The plan did not show it: the stack was changed meanwhile.";

function asFailure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  throw error;
}

function failureOf(error: string | undefined, steps: readonly EngineStep[]): Failure {
  const refused = steps.filter(({ isRefused = false }) => isRefused).length;
  if (refused > 0) {
    const writes = refused === 1 ? "1 write that it does not show was" : `${refused} writes that it does not show were`;
    const message = `The service or the stack has changed since the plan was made: ${writes} refused. Run plan again.`;
    return { reason: "plan-changed", message };
  }
  const isExplained = steps.some(({ status }) => status === "failed");
  return error === undefined || isExplained ? undefined : { reason: "engine-failed", message: error };
}

type EngineMessage = Pick<ItemOutcome, "status" | "message">;

/** The engine's word on an item that the loop does not know. `unsent`: if it says nothing. */
function saidOf(item: PlanItem, step: EngineStep | undefined, unsent: EngineMessage): ItemOutcome[] {
  if (isWritten(item))
    return [outcomeOf(item, step, step === undefined || step.action === "same" ? unsent : said(step))];
  // An adoption writes nothing, and can fail.
  if (step?.status === "failed") return [outcomeOf(item, step, { status: "failed", message: step.message })];
  // A step that is done without a planned write changed only the stack, as an adoption does.
  return step === undefined || step.status === "done" ? [] : unplanned(step);
}

/** A step that the plan did not show: the stack or the service was changed between the preview and the update. */
function unplanned(step: EngineStep): ItemOutcome[] {
  const { kind, key, id, status } = step;
  const action = WRITES[step.action];
  if (action === undefined && status !== "failed") return [];
  return [outcomeOf(newItem(kind, key, action ?? "unmanaged", { id }), step, { message: NOT_PLANNED, ...said(step) })];
}

function said({ status, isRefused, message }: EngineStep): EngineMessage {
  const answer = status === "done" ? "done" : isRefused === true ? "failed" : "unknown";
  return { status: answer, ...(message === undefined ? {} : { message }) };
}

/** The actions of steps that write. */
const WRITES: Readonly<Partial<Record<EngineStep["action"], PlanItem["action"]>>> = {
  create: "create",
  update: "update",
  replace: "update",
  delete: "delete",
};

function outcomeOf(
  { kind, key, action, source, ...item }: PlanItem,
  step: EngineStep | undefined,
  message: EngineMessage,
): ItemOutcome {
  return { kind, key, action, id: step?.id ?? item.id, source, ...message };
}
