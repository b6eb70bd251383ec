import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Outcome } from "../apply/outcome.ts";
import type { PlanOptions } from "../plan/options.ts";
import type { Planned } from "../plan/planner.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { liveDomains, type LiveDomain } from "../plan/domain-status.ts";
import { applySteps, type AppliedSteps } from "./apply-steps.ts";
import { driftSteps } from "./drift-steps.ts";
import type { Engine } from "./engine.ts";
import { planSteps } from "./plan-steps.ts";

/** What became of each change. */
export interface EngineApplied extends AppliedSteps {
  /** The declared domains that are live now. */
  readonly live: readonly LiveDomain[];
}

/** A run through an engine. */
export interface EngineSession {
  /** The plan of what the engine would do, or in `drift`, of what changed outside of its stack. */
  readonly plan: (found: Planned, mode: "plan" | "apply" | "drift") => Promise<Planned>;
  readonly apply: (
    planned: Planned,
    hooks: { readonly isStopped: () => boolean; readonly onOutcome: (outcome: Outcome) => void },
  ) => Promise<EngineApplied>;
}

/** `planAgain` reads the service again: see `applySteps`. */
export function startSession(
  engine: Engine,
  files: readonly LoadedFile[],
  options: PlanOptions,
  planAgain: () => Promise<Planned | undefined>,
): EngineSession {
  let found: Planned | undefined;
  return {
    plan: async (planned, mode) => {
      found = planned;
      if (mode !== "drift")
        return planSteps(planned, { stack: engine.stack, run: await engine.preview() }, files, options);
      const run = await engine.findDrift();
      if (run === undefined) {
        throw new InvalidRequestError(
          `Stack ${engine.stack} does not exist, so nothing can have drifted. Apply it first.`,
        );
      }
      return driftSteps(planned, run);
    },
    apply: async ({ plan, work }, hooks) => {
      const planItems = async () => (await planAgain())?.plan;
      const steps = await applySteps(plan, engine, { ...hooks, found: found?.plan.items ?? [], planAgain: planItems });
      // An engine does not show the records of what it attached.
      const isAttached = steps.applied.outcomes.some(({ kind, action }) => kind === "domain" && action === "create");
      const now = isAttached && !hooks.isStopped() ? await planAgain() : undefined;
      return { ...steps, live: liveDomains(now?.work ?? work) };
    },
  };
}
