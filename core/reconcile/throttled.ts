import { RefusedError, StaleError } from "../api/errors.ts";
import type { WriteResult } from "./attempts.ts";
import { paused, type LoopRun } from "./loop-run.ts";

/** Most times that one request is sent while the service asks for fewer, and milliseconds between them. The wait doubles up to the longest. */
export const MOST_ATTEMPTS = 20;
/** Attempts until a write is sent however long the service asks it to wait: the reads of each decision may use up what it takes. */
export const PATIENT_AFTER = 2;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
/** Milliseconds for all pauses of one request in a round. A longer one is not waited for. */
export const LONGEST_PAUSE = 60_000;

/** True if a request was not sent, or refused without an effect, because the service asks for fewer requests. */
export function isThrottled(result: WriteResult, { client }: Pick<LoopRun, "client">): boolean {
  return result.answer === "not sent" && (result.error instanceof RefusedError || client.throttled() > 0);
}

/** True if a request was not sent, because what it relies on was too old when its turn came. */
export function isStale(result: WriteResult): boolean {
  return result.answer === "not sent" && result.error instanceof StaleError;
}

/** Waits for the end of the pause after the request was sent so many times since `began`. False if it may not be sent again. */
export async function pauseIsOver(
  attempts: number,
  { client, gate }: Pick<LoopRun, "client" | "gate">,
  began = client.now(),
): Promise<boolean> {
  const wait = Math.max(client.throttled(), Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT));
  if (attempts >= MOST_ATTEMPTS || client.now() + wait - began >= LONGEST_PAUSE || gate.signal.aborted) return false;
  return paused(client, wait, "because the service asked for fewer requests");
}
