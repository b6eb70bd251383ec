import type { Client } from "../../core/api/client.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { Problem } from "../../core/file/problem.ts";
import { apply, type PlanSource } from "./apply.ts";
import { awaitReady } from "./await-ready.ts";
import type { Stop } from "./stop.ts";
import type { EngineSession } from "../engine/session.ts";
import { liveDomains, statusOf } from "../../core/plan/live-domains.ts";
import { DEFAULT_FAIL_ON } from "../../core/plan/plan-options.ts";
import { countWrites, refusals, type Plan, type Verdict } from "../../core/plan/plan.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import { checkReviewedPlan, checkSavedPlan } from "../../core/plan/reviewed-plan.ts";
import { redactOutcome, redactPlan } from "../report/redact-report.ts";
import { type Report, resultOfApply, resultOfPlan } from "../report/report.ts";
import type { RunOptions } from "./run-options.ts";

/** The part that a stage of the run adds to the report. */
export type ReportPart = Omit<Report, "mode" | "files" | "problems"> & { readonly problems?: readonly Problem[] };

/** A run whose plan is made. */
interface PlannedRun extends PlanSource {
  readonly client: Client;
  /** `undefined`: the run writes to the service itself. */
  readonly session: EngineSession | undefined;
  /** True if the files still declare what was planned: an engine reads them itself. */
  readonly hasSameFiles: () => Promise<boolean>;
  readonly stop: Stop;
  readonly report: (part: ReportPart) => Report;
  readonly redaction: Redaction;
  /** For texts of the service, which may quote more than others. */
  readonly ofService: Redaction;
}

/** Ends a run with its plan, or in `apply` and `sweep` carries the plan out. */
export async function planOrApply(
  found: PlanResult,
  options: RunOptions,
  { client, planner, observer, session, hasSameFiles, stop, report, redaction, ofService }: PlannedRun,
): Promise<ReportPart> {
  const { mode, signal, onPlan, confirm, onOutcome, failOn = DEFAULT_FAIL_ON } = options;
  const planned = { ...found, plan: judged(found.plan, options, redaction) };
  const { problems } = planned.plan;
  const domains = liveDomains(planned.projects).map(statusOf);
  // An engine applies all of its stack or nothing.
  const isBlocked = session !== undefined && planned.plan.counts.blocked > 0;
  const isApplied = mode === "apply" || options.sweep?.isDryRun === false;
  if (!isApplied || isBlocked || refusals(planned.plan).length > 0) {
    return { result: resultOfPlan(planned.plan, mode, failOn), plan: planned.plan, domains, problems };
  }
  const refused = (guard: Verdict["guard"], message: string): ReportPart => {
    const plan = withVerdict(planned.plan, { guard, passed: false, message });
    return { result: "refused", plan, domains, problems };
  };
  // Without the domains: the end of the run shows how they are then.
  onPlan?.(report({ result: resultOfPlan(planned.plan, mode, failOn), plan: planned.plan, problems }));
  const writes = countWrites(planned.plan);
  if (writes > 0 && confirm !== undefined) {
    const isConfirmed = await confirm(redactPlan(planned.plan, redaction));
    if (stop.isRequested) return { ...STOPPED_EARLY, plan: planned.plan, domains, problems };
    if (!isConfirmed) return refused("confirmation", "The plan was not confirmed: nothing was written.");
  }
  // An engine reads the files itself: it would apply what no plan showed.
  if (session !== undefined && !(await hasSameFiles())) return refused("plan-check", FILES_CHANGED);
  stop.startWriting();
  const onWritten = countWritten(writes, options);
  const byEngine = await session?.apply(planned, onWritten);
  const applying = { signal, onWritten, writeOnce: byEngine?.note };
  const direct = await apply(planned, { planner, observer }, client, applying);
  const { applied, failure } = byEngine?.complete(direct.applied, stop.isRequested) ?? { applied: direct.applied };
  stop.endWriting();
  const outcomes = applied.outcomes.map((outcome) => redactOutcome(outcome, ofService));
  for (const outcome of outcomes) onOutcome?.(outcome);
  const live = liveDomains(planned.projects, direct.attached);
  const result = resultOfApply(planned.plan, applied, stop.isRequested, failure !== undefined);
  // A run that fails anyway does not wait.
  const isAllDone = result === "applied" || result === "no-changes";
  const wait = isAllDone && live.length > 0 ? options.waitForDomains : undefined;
  const onReady = (done: number, total: number): void => options.onProgress?.({ stage: "wait", done, total });
  const awaited =
    wait === undefined || stop.isRequested ? live.map(statusOf) : await awaitReady(client, live, wait, onReady);
  return {
    result,
    ...(failure === undefined ? {} : { error: ofService.redact(failure.message), failureReason: failure.reason }),
    ...(wait !== undefined && stop.isRequested ? STOPPED_WAITING : {}),
    plan: planned.plan,
    applied: { ...applied, outcomes },
    domains: awaited.map(({ waitError, ...domain }) =>
      waitError === undefined ? domain : { ...domain, waitError: ofService.redact(waitError) },
    ),
    problems,
  };
}

/**
 * The plan with the verdicts of the plans that somebody saved or reviewed. Those are redacted, so the redacted plan is compared. Drift writes
 * nothing, so no guard applies.
 */
function judged(plan: Plan, { mode, savedPlan, reviewedPlan }: RunOptions, redaction: Redaction): Plan {
  if (mode === "drift") return { ...plan, guards: [] };
  if (savedPlan === undefined && reviewedPlan === undefined) return plan;
  const redacted = redactPlan(plan, redaction);
  const checked = savedPlan ? withVerdict(plan, checkSavedPlan(redacted, savedPlan)) : plan;
  return reviewedPlan ? checkReviewedPlan(checked, redacted, reviewedPlan) : checked;
}

function withVerdict(plan: Plan, verdict: Verdict): Plan {
  return { ...plan, guards: [...plan.guards, verdict] };
}

const FILES_CHANGED = "The project files have changed since the plan was made: nothing was written. Plan again.";

/** Reports that nothing is written yet. The result reports one more write each time it is called. */
function countWritten(total: number, { onProgress }: Pick<RunOptions, "onProgress">): () => void {
  let done = 0;
  onProgress?.({ stage: "write", done, total });
  return () => {
    done += 1;
    onProgress?.({ stage: "write", done, total });
  };
}

export const STOPPED_EARLY: ReportPart = {
  result: "stopped",
  error: "The run was stopped before anything was written.",
};

const STOPPED_WAITING = {
  result: "stopped",
  error: "The run was stopped before its wait for domains was over. No change was left to make.",
} as const;
