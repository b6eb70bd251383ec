import fc from "fast-check";
import { play } from "./play.ts";
import { schedules, type Schedule } from "./schedule.ts";
import { add, type Tally } from "./tally.ts";

export interface Exploration {
  readonly seed: number;
  readonly runs: number;
  /** Replays one schedule: where fast-check was when it failed. */
  readonly path?: string | undefined;
}

export interface Failure {
  readonly seed: number;
  readonly path: string;
  /** What was violated, and the smallest schedule that does it. */
  readonly message: string;
}

/** Plays random schedules until one shows a violation, and makes that one small. */
export async function explore(
  { seed, runs, path }: Exploration,
  tally: Tally,
  playing = play,
): Promise<Failure | undefined> {
  let isShrinking = false;
  const details = await fc.check(
    fc.asyncProperty(schedules, async (schedule) => {
      const met: Tally = {};
      try {
        await playing(schedule, met);
      } catch (error) {
        isShrinking = true;
        throw error;
      }
      if (!isShrinking) add(tally, met);
    }),
    { seed, numRuns: runs, ...(path === undefined ? {} : { path, endOnFailure: true }) },
  );
  if (!details.failed) return undefined;
  const [schedule] = details.counterexample ?? [];
  const error = details.errorInstance instanceof Error ? details.errorInstance : undefined;
  const said = error?.name === "Violation" ? error.message : (error?.stack ?? String(details.errorInstance));
  const message = [said, ...(schedule === undefined ? [] : inWords(schedule))].join("\n");
  return { seed, path: details.counterexamplePath ?? "", message };
}

function inWords({ seed, pageSize, staleListsMs, behaviour, habits, declared, steps }: Schedule): string[] {
  return [
    `jitter ${seed}, pages of ${pageSize}, lists ${staleListsMs} ms behind, ${asText(behaviour)}, habits ${asText(habits)}; files: ${asText(declared)}`,
    ...steps.map(({ step, ...rest }, index) => `${index + 1}. ${step} ${asText(rest)}`),
  ];
}

function asText(value: unknown): string {
  return JSON.stringify(value, (_key, content: unknown) =>
    content instanceof Map ? Object.fromEntries(content) : content,
  );
}
