import { expect, it } from "vitest";
import { profileNames, profiles } from "../../../emulator/profile/profiles.ts";
import { sample } from "../../rounds.ts";
import { meaningOf } from "../oracle/truth.ts";
import type { ObservedRun } from "../random/observed-run.ts";
import { play } from "../random/play.ts";
import type { RunStep, Step } from "../random/schedule.ts";
import { STATES } from "./states.ts";

const NAMES = Object.keys(STATES);

/** From every state to every other, and back. */
const WALK = NAMES.flatMap((from) => [from, ...NAMES.flatMap((to) => (to === from ? [] : [to, from]))]);

const apply: RunStep = {
  step: "run",
  mode: "apply",
  prune: [],
  maxDeletes: 100,
  rewriteSecrets: false,
  faults: [],
  faultSeed: 1,
  concurrency: 4,
};

/** Lists that go back in time settle, and host names are released. */
const pause = { step: "wait", milliseconds: 12_000 } as const;

function said({ report: { error = "", plan, applied } }: ObservedRun): string {
  const blocked = (plan?.items ?? []).filter(({ action }) => action === "blocked");
  const undone = (applied?.outcomes ?? []).filter(({ status }) => status !== "done");
  return [
    error,
    ...blocked.map(({ key, reason }) => `${key}: ${reason}`),
    ...undone.map(({ message }) => message),
  ].join(" ");
}

it.each(sample(profileNames, 1))(
  "each state leads to every other and back under the profile %s, and is the same each time",
  async (profile) => {
    const steps = WALK.flatMap((name): Step[] => [
      { step: "files", declared: STATES[name] ?? [] },
      pause,
      apply,
      pause,
      apply,
    ]);
    const runs = await play(
      {
        seed: 1,
        pageSize: 100,
        staleListsMs: 0,
        behaviour: {},
        habits: profiles[profile],
        declared: [],
        steps,
      },
      {},
    );
    const reached = new Map<string, readonly string[]>();
    for (const [index, name] of WALK.entries()) {
      const [first, second] = runs.slice(index * 2, index * 2 + 2);
      if (first === undefined || second === undefined) throw new Error("a run is missing");
      const where = `${WALK[index - 1]} -> ${name}`;
      expect(["applied", "no-changes"], `${where}: ${said(first)}`).toContain(first.report.result);
      expect(second.report.result, `${where}, again`).toBe("no-changes");
      expect(second.seen.filter(({ method }) => method !== "GET").length, `writes of ${where}, again`).toBe(0);
      const state = meaningOf(second.after);
      expect(state, where).toEqual(reached.get(name) ?? state);
      reached.set(name, state);
    }
    // Each state is another one.
    expect(new Set([...reached.values()].map((state) => state.join("\n"))).size).toBe(NAMES.length);
  },
  120_000,
);
