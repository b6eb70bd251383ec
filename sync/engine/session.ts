import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { PlanOptions } from "../plan/options.ts";
import type { Planned } from "../plan/planner.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { applySteps, type EngineWrites } from "./apply-steps.ts";
import { driftSteps } from "./drift-steps.ts";
import { planSteps } from "./plan-steps.ts";
import type { Engine, EngineRun, Step } from "./engine.ts";
import { planNames } from "./plan-names.ts";
import { plannedWritesOf } from "./planned-writes.ts";

/** A run through an engine. */
export interface EngineSession {
  /** The plan of what the engine would do, or in `drift`, of what changed outside of its stack. */
  readonly plan: (found: Planned, mode: "plan" | "apply" | "drift" | "sweep") => Promise<Planned>;
  /** Carries a plan out: see `applySteps`. */
  readonly apply: (planned: Planned, onWritten: () => void) => Promise<EngineWrites>;
}

export function startSession(engine: Engine, files: readonly LoadedFile[], options: PlanOptions): EngineSession {
  return {
    plan: async (planned, mode) => {
      const { nameRun } = planNames(planned.plan.items, files);
      if (mode !== "drift") {
        const preview = await engine.preview();
        return planSteps(planned, { stack: engine.stack, run: preview && nameRun(preview) }, files, options);
      }
      const run = await engine.findDrift();
      if (run === undefined) {
        throw new InvalidRequestError(
          `Stack ${engine.stack} does not exist, so nothing can have drifted. Apply it first.`,
        );
      }
      return driftSteps(planned, nameRun(run), engine.stack);
    },
    apply: ({ plan, work }, onWritten) => {
      const writes = plannedWritesOf(plan, work, files);
      const { nameStep, nameRun } = planNames(plan.items, files);
      const update = async (onStep: (step: Step) => void): Promise<EngineRun> =>
        nameRun(await engine.update(writes, (step) => onStep(nameStep(step))));
      return applySteps(plan, update, onWritten);
    },
  };
}
