import type { LoadedFile } from "../../core/file/loaded-file.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import type { PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { PlanOptions } from "../../core/plan/plan-options.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { applySteps } from "./apply-steps.ts";
import type { Mode } from "../report/report.ts";
import { leftContent } from "./left-content.ts";
import { driftSteps } from "./drift-steps.ts";
import { planSteps, namesOfPlan } from "./plan-steps.ts";
import type { Engine, EngineRun, EngineStep } from "./engine.ts";
import { plannedWritesOf } from "./engine-writes.ts";

export type EngineSession = ReturnType<typeof startSession>;

/** A run through an engine. `observer`: has read what was planned. `redact`: for what the engine says of an object. It may quote the service, and what was sent. */
export function startSession(
  engine: Engine,
  files: readonly LoadedFile[],
  options: PlanOptions,
  observer: Observer,
  redact: (text: string) => string,
) {
  /** The engine's words, with the names of the plan's items. */
  const told = (items: readonly PlanItem[]) => {
    const nameStep = namesOfPlan(items, files);
    const step = (each: EngineStep, taken?: ReadonlySet<string>): EngineStep => {
      const named = nameStep(each, taken);
      return named.message === undefined ? named : { ...named, message: redact(named.message) };
    };
    const run = ({ steps, error }: EngineRun): EngineRun => {
      const taken = new Set(steps.map(nameOf));
      const named = steps.map((each) => step(each, taken));
      return { steps: named, ...(error === undefined ? {} : { error: redact(error) }) };
    };
    return { step, run };
  };
  return {
    /** The plan of what the engine would do, or in `drift`, of what changed outside of its stack. */
    plan: async (planned: PlanResult, mode: Mode): Promise<PlanResult> => {
      const { run } = told(planned.plan.items);
      if (mode !== "drift") {
        const preview = await engine.preview();
        const previewed = preview && run(preview);
        const left = await leftContent(planned.plan.items, previewed?.steps ?? [], observer);
        const known = { ...planned, plan: { ...planned.plan, items: [...planned.plan.items, ...left] } };
        return planSteps(known, { stack: engine.stack, run: previewed }, files, options);
      }
      const drift = await engine.findDrift();
      if (drift === undefined) {
        throw new InvalidRequestError(
          `Stack ${engine.stack} does not exist, so nothing can have drifted. Apply it first.`,
        );
      }
      return driftSteps(planned, run(drift));
    },
    /** Carries a plan out: see `applySteps`. */
    apply: ({ plan, projects }: PlanResult, onWritten: () => void) => {
      const writes = plannedWritesOf(plan, projects, files);
      const { step, run } = told(plan.items);
      const update = async (onStep: (each: EngineStep) => void): Promise<EngineRun> =>
        run(await engine.update(writes, (each) => onStep(step(each))));
      return applySteps(plan, update, onWritten);
    },
  };
}
