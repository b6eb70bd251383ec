import type { Client } from "../api/client.ts";
import { paused } from "./loop-run.ts";

/** Milliseconds to wait before each read. A test checks that their sum is one settle window. */
export const READ_DELAYS: readonly number[] = [0, 500, 1_500, 3_000, 5_000];

export interface PollSchedule<Round> {
  /** Milliseconds between two rounds, taken one at a time. Default: those of the settle window. */
  readonly delays?: Iterable<number>;
  /** Milliseconds since the epoch: a round that begins then or later is the last. Default: none. */
  readonly until?: number;
  /** Why the next round is waited for, as `--verbose` shows it. */
  readonly reason: (last: Round) => string;
}

export interface PollResult<Round> {
  readonly last: Round;
  /** `done`: the last round says so. `over`: the time is. `stopped`: the client was stopped in a pause. */
  readonly end: "done" | "over" | "stopped";
}

/** The only waiting loop: plays rounds, with pauses by the client's clock, until one is done, the time is over, or the client is stopped. */
export async function poll<Round>(
  client: Client,
  { delays = READ_DELAYS.slice(1), until = Number.POSITIVE_INFINITY, reason }: PollSchedule<Round>,
  play: (before?: Round) => Promise<Round>,
  isDone: (round: Round) => boolean,
): Promise<PollResult<Round>> {
  let began = client.now();
  let last = await play();
  for (const delay of delays) {
    if (isDone(last)) return { last, end: "done" };
    if (began >= until) return { last, end: "over" };
    if (!(await paused(client, delay, reason(last)))) return { last, end: "stopped" };
    began = client.now();
    last = await play(last);
  }
  return { last, end: isDone(last) ? "done" : "over" };
}
