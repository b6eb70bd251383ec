import { SIGNAL_EXIT_CODES } from "../sync/run/stop.ts";

/** Exit codes of the command line. They are public: scripts depend on them. */
export const EXIT_CODES = { done: 0, failed: 1, drift: 2, invalid: 3, partial: 4 } as const;

/** The exit code of a command that received a signal, for any result. */
export function exitCodeOfSignal(signal: unknown): number {
  return SIGNAL_EXIT_CODES[String(signal)] ?? EXIT_CODES.failed;
}
