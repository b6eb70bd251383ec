import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Outcome } from "../apply/outcome.ts";
import type { PlanOptions } from "../plan/options.ts";
import { liveDomains, type LiveDomain } from "../plan/domain-status.ts";
import type { Plan } from "../plan/plan.ts";
import type { Planned } from "../plan/planner.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { applySteps, type EngineApplied } from "./apply-steps.ts";
import { driftSteps } from "./drift-steps.ts";
import type { Engine } from "./engine.ts";
import { planSteps } from "./plan-steps.ts";

/** A run through an engine. */
export interface EngineSession {
  /** The plan of what the engine would do, or in `drift`, of what changed outside of its stack. */
  readonly plan: (found: Planned, mode: "plan" | "apply" | "drift") => Promise<Planned>;
  readonly apply: (
    planned: Planned,
    hooks: { readonly isStopped: () => boolean; readonly onOutcome: (outcome: Outcome) => void },
  ) => Promise<SessionApplied>;
}

export interface SessionApplied extends EngineApplied {
  /** The declared domains that are live after it. */
  readonly live: readonly LiveDomain[];
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
    apply: async (planned, hooks) => {
      const { plan } = planned;
      const readPlan = async (): Promise<Plan | undefined> => (await planAgain())?.plan;
      const result = await applySteps(plan, engine, {
        ...hooks,
        found: found?.plan.items ?? [],
        planAgain: readPlan,
      });
      // The engine does not tell the statuses of the domains that it attached.
      const isAttached = plan.items.some(({ kind, action }) => kind === "domain" && action === "create");
      const again = isAttached && !hooks.isStopped() ? await planAgain() : undefined;
      return { ...result, live: liveDomains((again ?? planned).work) };
    },
  };
}
