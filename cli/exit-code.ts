import { hasAny, type FailOn } from "../core/plan/fail-on.ts";
import type { Report } from "../sync/report/report.ts";
import { SIGNAL_EXIT_CODES } from "../sync/run/stop.ts";

/** Exit codes of the command line. They are public: scripts depend on them. */
export const EXIT_CODES = { done: 0, failed: 1, drift: 2, invalid: 3, partial: 4 } as const;

/** For a run in which nothing was found that `fail-on` lists. */
const OF_RESULT: Readonly<Record<Report["result"], number>> = {
  valid: EXIT_CODES.done,
  applied: EXIT_CODES.done,
  "no-changes": EXIT_CODES.done,
  changes: EXIT_CODES.done,
  drift: EXIT_CODES.done,
  invalid: EXIT_CODES.invalid,
  partial: EXIT_CODES.partial,
  stopped: EXIT_CODES.failed,
  blocked: EXIT_CODES.failed,
  refused: EXIT_CODES.failed,
  failed: EXIT_CODES.failed,
};

/** The exit code of a run. `failOn`: what a drift may not find. `detailed`: a plan may not find it either. */
export function exitCode(
  { result, failureReason, plan }: Report,
  detailed: boolean,
  failOn: readonly FailOn[],
): number {
  if (failureReason === "domains-not-ready") return EXIT_CODES.failed;
  const isChecked = result === "drift" || (detailed && (result === "no-changes" || result === "changes"));
  return isChecked && hasAny(plan, failOn) ? EXIT_CODES.drift : OF_RESULT[result];
}

/** The exit code of a command that received a signal, for any result. */
export function exitCodeOfSignal(signal: unknown): number {
  return SIGNAL_EXIT_CODES[String(signal)] ?? EXIT_CODES.failed;
}
