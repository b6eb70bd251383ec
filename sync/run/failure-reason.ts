import { causeOf, type Cause } from "../../core/api/cause.ts";
import type { FailureReason } from "../../core/text/explanations.ts";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { EngineError } from "../engine/engine.ts";
import type { Verdict } from "../../core/plan/plan.ts";
import type { Report } from "../report/report.ts";

const OF_GUARD: Readonly<Record<Verdict["guard"], FailureReason>> = {
  "max-deletes": "guard-max-deletes",
  "max-updates": "guard-max-updates",
  "plan-check": "plan-changed",
  confirmation: "not-confirmed",
};

type RunEnd = Pick<Report, "result" | "plan" | "applied" | "domains">;

/** The reason why a run failed that no error ended. `undefined` if it did not fail. */
export function failureReasonOf({ result, plan, applied, domains }: RunEnd): FailureReason | undefined {
  const blocked = plan?.items.filter(({ action }) => action === "blocked") ?? [];
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
      return commonCause(blocked) ?? "blocked";
    case "failed":
      return commonCause(applied?.outcomes.filter(({ status }) => status === "failed") ?? blocked) ?? "failed";
    case "drift":
    case "partial":
    case "stopped":
      return result;
  }
}

/** The reason why an error ends a run, by its type. `undefined` for an error of another type. */
export function failureReasonOfError(error: unknown): FailureReason | undefined {
  if (error instanceof EngineError) return error.reason;
  return causeOf(error) ?? (error instanceof InvalidRequestError ? "bad-input" : undefined);
}

/** The cause, if all have one and it is the same. */
function commonCause(all: readonly { readonly cause?: Cause | undefined }[]): Cause | undefined {
  const [first, ...others] = new Set(all.map(({ cause }) => cause));
  return others.length === 0 ? first : undefined;
}
