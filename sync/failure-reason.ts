import { causeOf, type Cause } from "../provider/api/cause.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import type { Applied } from "./apply/outcome.ts";
import { EngineError } from "./engine/engine.ts";
import type { DomainStatus } from "./plan/domain-status.ts";
import type { Plan, PlanItem, Verdict } from "./plan/plan.ts";
import type { Result } from "./result.ts";

/** All reasons why a run fails, for programs, and what each means. */
export const FAILURE_REASONS = {
  "bad-input": "An input, an option or the saved plan is missing or invalid, or `only` matches nothing.",
  "event-refused":
    "The event does not allow the mode, for example because it may be about code from a fork (Action only).",
  outdated:
    "The commit is outdated or not that of the files, so it was not applied, and `on-outdated` is `fail` (Action only).",
  "invalid-files": "A project file is missing or invalid, or does not fit the catalogue.",
  unauthenticated: "The service refused the token (401).",
  forbidden: "The token may not do this (403).",
  unreachable: "There was no connection to the service, or no complete answer in time.",
  "service-error": "The service answered with another error, or with an answer that cannot be used.",
  "guard-max-deletes": "The plan has more deletions than `max-deletes` allows.",
  "plan-changed":
    "The plan has changes that the reviewed plan does not show, there is no reviewed plan for this service, or an apply over Pulumi refused what its plan does not show.",
  "not-confirmed": "The plan was not confirmed (command line only).",
  blocked: "The files declare something that cannot be done. The plan has the reasons.",
  drift: "The service differs from the files, or `fail-on` lists something else that was found.",
  partial: "Some changes were made, and some were not or may not have been.",
  "domains-not-ready": "Every change was made, but not all domains got the status that the run waited for.",
  stopped: "The run was stopped by a signal.",
  "stack-locked": "Another update has locked the stack (`engine: pulumi` only).",
  "engine-failed": "Pulumi failed, for example because of a wrong passphrase (`engine: pulumi` only).",
  failed: "No change was made, for several reasons. The summary has them.",
  "internal-error": "There is a bug in projectsync. Please report it.",
} as const satisfies Readonly<Record<string, string>>;
export type FailureReason = keyof typeof FAILURE_REASONS;

const OF_GUARD: Readonly<Record<Verdict["guard"], FailureReason>> = {
  "max-deletes": "guard-max-deletes",
  "plan-check": "plan-changed",
  confirmation: "not-confirmed",
};

interface Ended {
  readonly result: Result;
  readonly plan?: Plan | undefined;
  readonly applied?: Applied | undefined;
  readonly domains?: readonly DomainStatus[] | undefined;
}

/** Why a run failed that no error ended. `undefined` if it did not fail. */
export function failureReasonOf({ result, plan, applied, domains }: Ended): FailureReason | undefined {
  switch (result) {
    case "valid":
    case "changes":
      return undefined;
    case "no-changes":
    case "applied":
      return domains?.some(({ waitError }) => waitError !== undefined) === true ? "domains-not-ready" : undefined;
    case "invalid":
      return "invalid-files";
    case "refused": {
      const refused = plan?.guards.find(({ passed }) => !passed);
      return refused === undefined ? "failed" : OF_GUARD[refused.guard];
    }
    case "blocked":
      return commonCause(blockedIn(plan)) ?? "blocked";
    case "failed":
      return commonCause(applied?.outcomes.filter(({ status }) => status === "failed") ?? blockedIn(plan)) ?? "failed";
    case "drift":
    case "partial":
    case "stopped":
      return result;
  }
}

/** Why an error ends a run, by its type. `undefined` for an error of another type. */
export function failureReasonOfError(error: unknown): FailureReason | undefined {
  if (error instanceof EngineError) return error.reason;
  return causeOf(error) ?? (error instanceof InvalidRequestError ? "bad-input" : undefined);
}

function blockedIn(plan: Plan | undefined): readonly PlanItem[] {
  return plan?.items.filter(({ action }) => action === "blocked") ?? [];
}

/** The cause, if all have one and it is the same. */
function commonCause(all: readonly { readonly cause?: Cause | undefined }[]): Cause | undefined {
  const [first, ...others] = new Set(all.map(({ cause }) => cause));
  return others.length === 0 ? first : undefined;
}
