import { hasAny, type FailOn } from "../sync/plan/fail-on.ts";
import type { Report } from "../sync/report.ts";
import { SIGNAL_EXIT_CODES } from "../sync/apply/stop.ts";

/** Exit codes of the command line. They are public: scripts depend on them. */
export const EXIT_CODES = { done: 0, failed: 1, drift: 2, invalid: 3, partial: 4 } as const;

/** The exit code of a run. `failOn`: what a drift may not find. `detailed`: a plan may not find it either. */
export function exitCode(
  { result, failureReason, plan }: Report,
  detailed: boolean,
  failOn: readonly FailOn[],
): number {
  if (failureReason === "domains-not-ready") return EXIT_CODES.failed;
  switch (result) {
    case "valid":
    case "applied":
      return EXIT_CODES.done;
    case "no-changes":
    case "changes":
      return detailed && hasAny(plan, failOn) ? EXIT_CODES.drift : EXIT_CODES.done;
    case "drift":
      return hasAny(plan, failOn) ? EXIT_CODES.drift : EXIT_CODES.done;
    case "invalid":
      return EXIT_CODES.invalid;
    case "partial":
      return EXIT_CODES.partial;
    case "stopped":
    case "blocked":
    case "refused":
    case "failed":
      return EXIT_CODES.failed;
  }
}

/** The exit code of a command that received a signal, for any result. */
export function exitCodeOfSignal(signal: unknown): number {
  return SIGNAL_EXIT_CODES[String(signal)] ?? EXIT_CODES.failed;
}
