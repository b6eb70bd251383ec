import type { PlannedWrites } from "../../provider/resources/planned-writes.ts";
import { sameJson } from "../../provider/resources/canonical.ts";
import { assembleApplied, type Applied, type Outcome } from "../apply/outcome.ts";
import { effectOf, isWritten, itemName, type Plan, type PlanItem } from "../plan/plan.ts";
import { EngineError, type Engine, type Step } from "./engine.ts";
import { stepFinder } from "./plan-steps.ts";

export interface EngineApply {
  /** What the plan shows, for the engine. */
  readonly writes: PlannedWrites;
  /** The items of the plan without the engine. */
  readonly found: readonly PlanItem[];
  readonly isStopped: () => boolean;
  /** Reads the service again, and plans the same files. `undefined` if that is not possible. */
  readonly planAgain: () => Promise<Plan | undefined>;
  /** Receives each outcome, as it comes. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** What became of each change. */
export interface AppliedSteps {
  readonly applied: Applied;
  /** Why the run failed, if the outcomes do not say all of it. */
  readonly failure?: { readonly reason: EngineError["reason"] | "plan-changed"; readonly message: string };
}

/**
 * Carries a plan out through the engine. The engine does not say what became of a write that failed, so the service is read
 * again: it shows the change, a part of it, or nothing.
 */
export async function applySteps(
  plan: Plan,
  update: Engine["update"],
  { writes, found, isStopped, planAgain, onOutcome }: EngineApply,
): Promise<AppliedSteps> {
  const byName = new Map(plan.items.map((item) => [itemName(item), item]));
  const isTold = new Set<string>();
  const tell = (outcome: Outcome): Outcome => {
    if (!isTold.has(itemName(outcome))) onOutcome(outcome);
    isTold.add(itemName(outcome));
    return outcome;
  };
  const onStep = (step: Step): void => {
    const item = byName.get(itemName(step));
    if (step.status === "done" && item !== undefined && isWritten(item) && !isLost(item, step))
      tell(outcomeOf(item, step, "done"));
  };
  const run = await update(writes, onStep).catch(asFailure);
  if (run instanceof EngineError) {
    const { reason, message } = run;
    const none = plan.items.filter(isWritten).map((item) => tell(outcomeOf(item, undefined, "not-started", NOT_BEGUN)));
    return { applied: assembleApplied(none), failure: { reason, message } };
  }
  const steps = run.steps.filter((step) => !isLost(byName.get(itemName(step)), step));
  const stepOf = stepFinder(steps);
  const isComplete = run.error === undefined && run.steps.every(({ status }) => status !== "failed");
  const isOpen = (item: PlanItem): boolean => isWritten(item) && isUnsettled(stepOf(item));
  const again = plan.items.some(isOpen) && !isStopped() ? await planAgain() : undefined;
  // What only the engine sees cannot be read from the service.
  const isSeen = new Set(found.filter(isWritten).map(itemName));
  const outcomes = plan.items.flatMap((item) => {
    const step = stepOf(item);
    if (isWritten(item)) {
      const now = isSeen.has(itemName(item))
        ? again?.items.find((each) => itemName(each) === itemName(item))
        : undefined;
      const isVanished = isComplete && (step === undefined || step.action === "same");
      return [tell(isVanished ? outcomeOf(item, step, "done", VANISHED) : settle(item, step, now, isStopped()))];
    }
    if (step === undefined || item.action === "blocked") return [];
    // An adoption writes nothing, and can fail.
    if (step.status === "failed") return [tell(outcomeOf(item, step, "failed"))];
    // What is done without a planned write changed only the stack, as an adoption does.
    return step.status === "done" ? [] : unexpected(step, tell);
  });
  const unplanned = steps.filter((step) => step.action !== "same" && !byName.has(itemName(step)));
  const applied = assembleApplied([...outcomes, ...unplanned.flatMap((step) => unexpected(step, tell))]);
  const failure = failureOf(steps, run.error);
  return { applied, ...(failure === undefined || isStopped() ? {} : { failure }) };
}

/**
 * Pulumi does not come to what depends on an object that failed, and then takes it for removed from the program: it forgets the
 * object, or tries to delete it, which the provider refuses (observed, with `continueOnError`). So it was not begun.
 */
function isLost(item: PlanItem | undefined, { action }: Step): boolean {
  const isDeclared = item !== undefined && item.source !== null && item.action !== "delete";
  return isDeclared && (action === "delete" || action === "forget");
}

const VANISHED = "It was as declared already: somebody has changed it since the plan was made.";
const NOT_BEGUN = "The engine failed before it came to any object.";

function asFailure(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  throw error;
}

function failureOf(steps: readonly Step[], error: string | undefined): AppliedSteps["failure"] {
  const refused = steps.filter(({ isRefused = false }) => isRefused).length;
  if (refused > 0) {
    const writes = refused === 1 ? "1 write that it does not show was" : `${refused} writes that it does not show were`;
    const message = `The service or the stack has changed since the plan was made: ${writes} refused. Run plan again.`;
    return { reason: "plan-changed", message };
  }
  const isExplained = steps.some(({ status }) => status === "failed");
  return error === undefined || isExplained ? undefined : { reason: "engine-failed", message: error };
}

function isUnsettled(step: Step | undefined): boolean {
  return step !== undefined && step.action !== "same" && step.status !== "done" && step.isRefused !== true;
}

/** `now`: the item in a plan that was made after the failure. */
function settle(item: PlanItem, step: Step | undefined, now: PlanItem | undefined, isStopped: boolean): Outcome {
  if (step?.status === "done" && step.action !== "same") return outcomeOf(item, step, "done");
  if (step === undefined || (step.action === "same" && step.status !== "failed")) {
    return outcomeOf(item, step, "not-started", whyNotStarted(isStopped));
  }
  const message = step.message ?? "The engine was stopped before the answer came.";
  if (step.isRefused === true) return outcomeOf(item, step, "failed", message);
  if (now === undefined || now.action === "blocked") return outcomeOf(item, step, "unknown", message);
  if (!isWritten(now)) return outcomeOf(item, step, item.action === "delete" ? "failed" : "done", message);
  const isSame = sameJson(effectOf(now), effectOf(item));
  return outcomeOf({ ...item, id: item.id ?? now.id }, step, isSame ? "failed" : "partial", message);
}

function whyNotStarted(isStopped: boolean): string {
  return isStopped
    ? "The run was stopped."
    : "The engine did not come to it, because another object or the engine itself failed.";
}

/** A step that the plan did not show: the stack or the service was changed between the preview and the update. */
function unexpected(step: Step, tell: (outcome: Outcome) => Outcome): Outcome[] {
  const { kind, key, id, status } = step;
  const action = WRITES[step.action];
  if (action === undefined && status !== "failed") return [];
  const item: PlanItem = { kind, key, action: action ?? "unmanaged", id, changes: [], source: null, notes: [] };
  const message = step.message ?? "The plan did not show it: the stack was changed meanwhile.";
  const became = status === "done" ? "done" : step.isRefused === true ? "failed" : "unknown";
  return [tell(outcomeOf(item, step, became, message))];
}

/** The actions of steps that write. */
const WRITES: Readonly<Partial<Record<Step["action"], PlanItem["action"]>>> = {
  create: "create",
  update: "update",
  replace: "update",
  delete: "delete",
};

function outcomeOf(
  { kind, key, action, source, ...item }: PlanItem,
  step: Step | undefined,
  status: Outcome["status"],
  message = step?.message,
): Outcome {
  const id = step?.id ?? item.id;
  return {
    kind,
    key,
    action,
    ...(id === undefined ? {} : { id }),
    source,
    status,
    ...(message === undefined ? {} : { message }),
  };
}
