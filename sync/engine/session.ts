import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Outcome } from "../apply/outcome.ts";
import type { PlanOptions } from "../plan/options.ts";
import { projectOf } from "../plan/plan.ts";
import type { Planned } from "../plan/planner.ts";
import type { ProjectWork } from "../plan/work.ts";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { liveDomains, type LiveDomain } from "../plan/domain-status.ts";
import { applySteps, type AppliedSteps } from "./apply-steps.ts";
import { driftSteps } from "./drift-steps.ts";
import type { Engine } from "./engine.ts";
import { planNames } from "./plan-names.ts";
import { planSteps } from "./plan-steps.ts";
import { plannedWritesOf } from "./planned-writes.ts";

/** What became of each change. */
export interface EngineApplied extends AppliedSteps {
  /** The declared domains that are live now. */
  readonly live: readonly LiveDomain[];
}

/** A run through an engine. */
export interface EngineSession {
  /** The plan of what the engine would do, or in `drift`, of what changed outside of its stack. */
  readonly plan: (found: Planned, mode: "plan" | "apply" | "drift") => Promise<Planned>;
  /** Whether the files still declare what was planned. */
  readonly hasSameFiles: () => Promise<boolean>;
  readonly apply: (
    planned: Planned,
    hooks: { readonly isStopped: () => boolean; readonly onOutcome: (outcome: Outcome) => void },
  ) => Promise<EngineApplied>;
}

interface Again {
  /** Reads the service again: see `applySteps`. */
  readonly planAgain: () => Promise<Planned | undefined>;
  /** Reads the files again: whether they declare the same. */
  readonly areSame: () => Promise<boolean>;
}

export function startSession(
  engine: Engine,
  files: readonly LoadedFile[],
  options: PlanOptions,
  { planAgain, areSame }: Again,
): EngineSession {
  let found: Planned | undefined;
  return {
    plan: async (planned, mode) => {
      found = planned;
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
    hasSameFiles: areSame,
    apply: async ({ plan, work }, hooks) => {
      const planItems = async () => (await planAgain())?.plan;
      const writes = plannedWritesOf(plan, work, files);
      const { nameStep, nameRun } = planNames(plan.items, files);
      const update: Engine["update"] = async (planned, onStep) =>
        nameRun(await engine.update(planned, (step) => onStep(nameStep(step))));
      const steps = await applySteps(plan, update, {
        ...hooks,
        writes,
        found: found?.plan.items ?? [],
        planAgain: planItems,
      });
      // An engine does not show the records of what it attached.
      const isAttached = steps.applied.outcomes.some(({ kind, action }) => kind === "domain" && action === "create");
      const now = isAttached && !hooks.isStopped() ? await planAgain() : undefined;
      const live = liveDomains(now?.work ?? work);
      return { ...steps, live: [...live, ...unseen(steps.applied.outcomes, live, now?.work ?? work)] };
    },
  };
}

/** Domains that the engine attached, and that the service does not show yet: their statuses are not known. */
function unseen(outcomes: readonly Outcome[], live: readonly LiveDomain[], work: readonly ProjectWork[]): LiveDomain[] {
  const seen = new Set(live.map(({ key }) => key));
  const ids = new Map(
    work.flatMap(({ item, live: project }) => (project === undefined ? [] : [[item.key, project.id] as const])),
  );
  for (const { kind, key, id } of outcomes) if (kind === "project" && id !== undefined) ids.set(key, id);
  return outcomes.flatMap(({ kind, key, action, status }) => {
    const projectId = ids.get(projectOf({ key }));
    if (kind !== "domain" || action !== "create" || status !== "done" || seen.has(key) || projectId === undefined)
      return [];
    return [{ key, address: { projectId }, live: { name: key.slice(projectOf({ key }).length + 1) } }];
  });
}
