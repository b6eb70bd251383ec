import type { Report } from "../sync/run.ts";
import { SIGNAL_EXIT_CODES } from "../sync/apply/stop.ts";

/** Exit codes of the command line: a public format. */
export const EXIT_CODES = { done: 0, failed: 1, drift: 2, invalid: 3, partlyApplied: 4 } as const;

export function exitCode({ ending }: Pick<Report, "ending">, detailed: boolean): number {
  switch (ending) {
    case "done":
      return EXIT_CODES.done;
    case "changes":
      return detailed ? EXIT_CODES.drift : EXIT_CODES.done;
    case "drift":
      return EXIT_CODES.drift;
    case "invalid":
      return EXIT_CODES.invalid;
    case "partly-applied":
      return EXIT_CODES.partlyApplied;
    case "stopped":
    case "blocked":
    case "refused":
    case "failed":
      return EXIT_CODES.failed;
  }
}

/** A run that was asked to stop says so, whatever it came to. */
export function exitCodeOfSignal(signal: unknown): number {
  return SIGNAL_EXIT_CODES[String(signal)] ?? EXIT_CODES.failed;
}
