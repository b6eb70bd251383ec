import type { Rule } from "../../../emulator/faults/schedule.ts";
import { profiles, type ProfileName } from "../../../emulator/profile/profiles.ts";
import type { Kill } from "../random/line.ts";
import type { ObservedRun } from "../random/observed-run.ts";
import { play } from "../random/play.ts";
import type { RunStep, Schedule } from "../random/schedule.ts";
import { count, type Tally } from "../random/tally.ts";
import { faultsAt } from "./single-faults.ts";
import { SITUATIONS, type Situation } from "./situations.ts";

/** A part of all scenarios: those whose first fault, or kill, is at one request of one situation, under one profile. */
export interface Part {
  readonly profile: ProfileName;
  readonly situation: Situation["name"];
  /** 1: the first request of the run. */
  readonly request: number;
  /** Each so many-th pair is played; 1: all of them. */
  readonly every: number;
  /** Which ones of them: as many seeds in a row as `every` says play all. */
  readonly seed: number;
}

/** A scenario that did what it must not do. */
export interface Violated {
  readonly scenario: string;
  readonly message: string;
}

/** The service takes what is there already: a create that is sent twice makes two. A plain one refuses it. */
const DOUBLING = { duplicateSlugs: true, duplicateComponents: true };

/** By profile and situation: what the service held at the ends that this process has played. */
const ended = new Map<string, Set<string>>();

function endedOf(profile: ProfileName, situation: Situation["name"]): Set<string> {
  const key = `${profile} ${situation}`;
  const found = ended.get(key) ?? new Set();
  ended.set(key, found);
  return found;
}

/**
 * Kills the run at the part's request, before and after it takes effect. Plays every fault at this request, and with it every fault at every later request of the same run. Requests after the
 * first fault are those that the run sends because of it.
 *
 * @returns `undefined` if the run has no such request.
 */
export async function explorePart(
  { profile, situation: name, request, every, seed }: Part,
  tally: Tally,
): Promise<readonly Violated[] | undefined> {
  const situation = SITUATIONS.find((each) => each.name === name);
  if (situation === undefined) throw new Error(`There is no situation ${name}`);
  const violated: Violated[] = [];
  let number = request + seed;

  const attempt = async (faults: readonly Rule[], kind: string, kill?: Kill): Promise<ObservedRun | undefined> => {
    count(tally, kind);
    count(tally, `${kind} under ${profile}`);
    const met: Tally = {};
    try {
      const [faulty] = await play(scheduleOf(situation, profile, faults, kill), met, endedOf(profile, name));
      count(tally, "runs", met["schedules"] === 1 ? 3 : 1);
      return faulty;
    } catch (error) {
      const said = error instanceof Error ? (error.name === "Violation" ? error.message : error.stack) : String(error);
      violated.push({ scenario: `${profile} ${name} ${JSON.stringify(kill ?? faults)}`, message: String(said) });
      return undefined;
    }
  };

  const healthy = await attempt([], "without faults");
  if (healthy === undefined) return request === 1 ? violated : undefined;
  const first = healthy.seen[request - 1];
  if (first === undefined) return undefined;
  for (const phase of ["received", "handled"] as const) await attempt([], "kills", { request, phase });
  for (const fault of faultsAt(first.method)) {
    const single: Rule = { nth: request, fault };
    const faulty = await attempt([single], "one fault");
    for (const [index, later] of (faulty?.seen ?? []).entries()) {
      if (index < request) continue;
      for (const second of faultsAt(later.method)) {
        number += 1;
        if (number % every !== 0) continue;
        await attempt([single, { nth: index + 1, fault: second }], "two faults");
      }
    }
  }
  return violated;
}

function scheduleOf(
  { live, declared, prune }: Situation,
  profile: ProfileName,
  faults: readonly Rule[],
  kill: Kill | undefined,
): Schedule {
  const run: RunStep = {
    step: "run",
    mode: "apply",
    prune,
    maxDeletes: 100,
    rewriteSecrets: false,
    faults,
    faultSeed: 1,
    concurrency: 1,
    kill,
  };
  return {
    seed: 1,
    pageSize: 100,
    staleListsMs: 0,
    behaviour: profile === "plain" ? {} : DOUBLING,
    habits: profiles[profile],
    live,
    declared,
    steps: [run],
  };
}
