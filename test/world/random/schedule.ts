import fc from "fast-check";
import type { Rule, ServiceBehaviour } from "../../../emulator/faults/schedule.ts";
import type { Seed } from "../../../emulator/seed.ts";
import type { Habits } from "../../../emulator/profile/habits.ts";
import type { RequestPhase } from "../../../emulator/service.ts";
import type { Prune } from "../../../core/plan/plan-options.ts";
import type { Mode } from "../../../sync/report/report.ts";
import { declarations, type DeclaredProject } from "./declarations.ts";
import { edits, type Edit } from "./edits.ts";
import { drawnHabits } from "./drawn-habits.ts";
import { behaviours, faultRules, staleness } from "./fault-schedules.ts";
import type { Kill } from "./line.ts";

export interface RunStep {
  readonly step: "run";
  readonly mode: Exclude<Mode, "validate">;
  readonly prune: readonly Prune[];
  readonly maxDeletes: number;
  readonly rewriteSecrets: boolean;
  /** What goes wrong in this run, and the seed of its chances. */
  readonly faults: readonly Rule[];
  readonly faultSeed: number;
  /** Requests at once. */
  readonly concurrency: number;
  /** Edits by hand during the run: before or after its so many-th request takes effect. Default: none. */
  readonly during?: readonly { readonly request: number; readonly phase: RequestPhase; readonly edit: Edit }[];
  /** The run is stopped at its so many-th request. Default: never. */
  readonly stopAt?: number | undefined;
  /** The run is killed at one of its requests. Default: never. */
  readonly kill?: Kill | undefined;
}

/** The second run begins and ends while a request of the first is under way, with the same files. */
export interface TwoRuns {
  readonly step: "two runs";
  readonly first: RunStep;
  readonly second: RunStep;
  /** The request of the first run that waits for the second, and whether before or after it takes effect. */
  readonly at: number;
  readonly phase: RequestPhase;
}

export type Step =
  | { readonly step: "files"; readonly declared: readonly DeclaredProject[] }
  | { readonly step: "edit"; readonly edit: Edit }
  /** In force until the next one. */
  | { readonly step: "service"; readonly behaviour: Omit<ServiceBehaviour, "staleListsMs"> }
  | { readonly step: "wait"; readonly milliseconds: number }
  | TwoRuns
  | RunStep;

export interface Schedule {
  /** Seed for the jitter of the client. */
  readonly seed: number;
  readonly pageSize: number;
  /** How far lists lag, during the whole schedule. They never go back to an older state. */
  readonly staleListsMs: number;
  readonly behaviour: Omit<ServiceBehaviour, "staleListsMs">;
  /** How the service always is. */
  readonly habits: Habits;
  /** What is live at the beginning. Default: nothing. */
  readonly live?: Seed["projects"];
  readonly declared: readonly DeclaredProject[];
  readonly steps: readonly Step[];
}

const run: fc.Arbitrary<RunStep> = fc.record({
  step: fc.constant("run" as const),
  mode: fc.constantFrom("apply" as const, "apply" as const, "apply" as const, "plan" as const, "drift" as const),
  prune: fc.constantFrom<readonly Prune[]>([], [], ["components"], ["domains"], ["all"]),
  maxDeletes: fc.constantFrom(5, 5, 100, 0),
  rewriteSecrets: fc.constantFrom(false, false, false, true),
  faults: faultRules,
  faultSeed: fc.nat({ max: 99 }),
  concurrency: fc.constantFrom(1, 1, 1, 1, 1, 2, 8),
});

const place = fc.integer({ min: 1, max: 25 });

const runAmongOthers: fc.Arbitrary<RunStep> = fc
  .record({
    usual: run,
    during: fc.array(
      fc.record({ request: place, phase: fc.constantFrom("received" as const, "handled" as const), edit: edits }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ usual, during }) => ({ ...usual, during }));

const stoppedRun: fc.Arbitrary<RunStep> = fc
  .record({ usual: run, stopAt: place })
  // One request at a time: others under way would reach the service in the next run.
  .map(({ usual, stopAt }) => ({ ...usual, stopAt, concurrency: 1 }));

const killedRun: fc.Arbitrary<RunStep> = fc
  .record({
    usual: run,
    kill: fc.record({ request: place, phase: fc.constantFrom("received" as const, "handled" as const) }),
  })
  .map(({ usual, kill }) => ({ ...usual, mode: "apply", kill }));

const twoRuns: fc.Arbitrary<TwoRuns> = fc
  .record({ first: run, second: run, at: place, phase: fc.constantFrom("received" as const, "handled" as const) })
  .map(({ first, second, at, phase }) => ({
    step: "two runs",
    // One request at a time, so that a replay is exact.
    first: { ...first, concurrency: 1 },
    second: { ...second, concurrency: 1 },
    at,
    phase,
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: run },
  { weight: 1, arbitrary: runAmongOthers },
  { weight: 1, arbitrary: stoppedRun },
  { weight: 1, arbitrary: killedRun },
  { weight: 1, arbitrary: twoRuns },
  { weight: 2, arbitrary: behaviours.map((behaviour) => ({ step: "service" as const, behaviour })) },
  { weight: 4, arbitrary: declarations.map((declared) => ({ step: "files" as const, declared })) },
  { weight: 3, arbitrary: edits.map((edit) => ({ step: "edit" as const, edit })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(100, 1_000, 5_000, 12_000)
      .map((milliseconds) => ({ step: "wait" as const, milliseconds })),
  },
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.integer({ min: 1, max: 9_999 }),
  pageSize: fc.constantFrom(1, 2, 100),
  staleListsMs: staleness,
  behaviour: behaviours,
  habits: drawnHabits,
  declared: declarations,
  steps: fc.array(step, { minLength: 1, maxLength: 9, size: "max" }),
});
