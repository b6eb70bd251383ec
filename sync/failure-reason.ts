import { CAUSES, causeOf, type Cause } from "../provider/api/cause.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import type { Applied } from "./apply/outcome.ts";
import { EngineError } from "./engine/engine.ts";
import type { DomainStatus } from "./plan/domain-status.ts";
import type { Plan, PlanItem, Verdict } from "./plan/plan.ts";
import type { Result } from "./result.ts";

interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** All reasons why a run fails, for programs: what each means, and what to do. Also what `doctor` advises. */
export const FAILURE_REASONS = {
  "bad-input": {
    meaning: "An input, an option or the saved plan is missing or invalid, or `only` matches nothing.",
    remedy: "Correct what the message names.",
  },
  "event-refused": {
    meaning: "The event does not allow the mode, for example because it may be about code from a fork (Action only).",
    remedy: "Use mode `auto`, or skip the step for this event.",
  },
  outdated: {
    meaning:
      "The commit is outdated or not that of the files, so it was not applied, and `on-outdated` is `fail` (Action only).",
    remedy: "Run the newest commit. To roll back, set `allow-outdated: true`.",
  },
  "invalid-files": {
    meaning: "A project file is missing or invalid, or does not fit the catalogue.",
    remedy: "Correct the lines that are named. `validate` checks them without the service.",
  },
  unauthenticated: {
    meaning: "The service refused the token (401).",
    remedy: "Create a new access token, and set it: PROJECTSYNC_TOKEN, or the Action's input `token`.",
  },
  forbidden: {
    meaning: "The token may not do this (403).",
    remedy: "Give the token the right to do this, or use another one.",
  },
  unreachable: {
    meaning: "There was no connection to the service, or no complete answer in time.",
    remedy: "Run `projectsync doctor`: it shows whether address, proxy, certificate or network is wrong.",
  },
  "service-error": {
    meaning: "The service answered with another error, or with an answer that cannot be used.",
    remedy: "Try again later. If it stays so, check the address, and ask the operator of the service.",
  },
  "guard-max-deletes": {
    meaning: "The plan has more deletions than `max-deletes` allows.",
    remedy: "Check the deletions. If they are intended, raise `max-deletes`.",
  },
  "plan-changed": {
    meaning:
      "The plan has changes that the reviewed plan does not show, there is no reviewed plan for this service, or an apply over Pulumi refused what its plan does not show.",
    remedy: "Review a new plan.",
  },
  "not-confirmed": {
    meaning: "The plan was not confirmed (command line only).",
    remedy: "Answer `y`, or pass `--yes`.",
  },
  blocked: {
    meaning: "The files declare something that cannot be done. The plan has the reasons.",
    remedy: "Correct what the reasons name.",
  },
  drift: {
    meaning: "The service differs from the files, or `fail-on` lists something else that was found.",
    remedy: "Apply the files, or declare what is live.",
  },
  partial: {
    meaning: "Some changes were made, and some were not or may not have been.",
    remedy: "Correct what failed, and run it again: it does what is left.",
  },
  "domains-not-ready": {
    meaning: "Every change was made, but not all domains got the status that the run waited for.",
    remedy: "Check the DNS of the host names, and run it again: it waits again.",
  },
  stopped: { meaning: "The run was stopped by a signal.", remedy: "Run it again: it does what is left." },
  "stack-locked": {
    meaning: "Another update has locked the stack (`engine: pulumi` only).",
    remedy: "Wait for the other update. If there is none, run `pulumi cancel`.",
  },
  "engine-failed": {
    meaning: "Pulumi failed, for example because of a wrong passphrase (`engine: pulumi` only).",
    remedy: "Correct what Pulumi's message names.",
  },
  failed: {
    meaning: "No change was made, for several reasons. The summary has them.",
    remedy: "Correct what the summary names, and run it again.",
  },
  "internal-error": { meaning: "There is a bug in projectsync.", remedy: "Please report it." },
} as const satisfies Readonly<Record<string, Explanation>>;
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

/** What to do if the service ended the run. `undefined` for other reasons: their messages say it. */
export function remedyOf({
  error,
  failureReason,
}: {
  readonly error?: string | undefined;
  readonly failureReason?: FailureReason | undefined;
}): string | undefined {
  const cause = CAUSES.find((each) => each === failureReason);
  return error === undefined || cause === undefined ? undefined : FAILURE_REASONS[cause].remedy;
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
