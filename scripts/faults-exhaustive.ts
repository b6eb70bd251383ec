import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { profileNames } from "../emulator/profile/profiles.ts";
import { SITUATIONS } from "../test/world/exhaustive/situations.ts";
import { add, type Tally } from "../test/world/random/tally.ts";
import { workOff } from "./worker-pool.ts";

/*
 * Plays every fault and a kill at every request, and every pair of faults at every pair of requests, of runs with one project, one
 * component and one domain, under each profile. Ends with 1 if a scenario did what it must not do.
 *
 *   --every 500             plays only each 500th pair
 *   --seed 1                which ones of them; 500 seeds in a row play all. Default: a random one
 *   --profile plain     only this one
 *   --situation create      only this one
 *   --request 3             only first faults at this request
 */

/** No run of these situations sends more requests. */
const MOST_REQUESTS = 60;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 15_000;
/** Violations that are printed in full. */
const SHOWN = 5;

const answer = z.object({
  tally: z.record(z.string(), z.number()),
  violated: z.array(z.object({ scenario: z.string(), message: z.string() })),
  exists: z.boolean(),
});

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    seed: { type: "string" },
    profile: { type: "string" },
    situation: { type: "string" },
    request: { type: "string" },
  },
});
const chosen = <Name extends string>(
  option: string,
  names: readonly Name[],
  name: string | undefined,
): readonly Name[] => {
  const found = name === undefined ? names : names.filter((each) => each === name);
  if (found.length === 0) throw new Error(`--${option} "${name}" is not one of ${names.join(", ")}`);
  return found;
};
const situations = chosen(
  "situation",
  SITUATIONS.map(({ name }) => name),
  values.situation,
);
const every = wholeNumber("every", values.every);
const seed = values.seed === undefined ? 1 + Math.floor(Math.random() * 999_999) : wholeNumber("seed", values.seed);
const requests =
  values.request === undefined
    ? Array.from({ length: MOST_REQUESTS }, (_, index) => index + 1)
    : [wholeNumber("request", values.request)];
const parts = requests.flatMap((request) =>
  chosen("profile", profileNames, values.profile).flatMap((profile) =>
    situations.map((situation) => ({ profile, situation, request, every, seed })),
  ),
);

say(every === 1 ? "every pair" : `each ${every}th pair, seed ${seed}`);
const tally: Tally = {};
const began = performance.now();
let printedAt = began;
let violations = 0;
await workOff(
  fileURLToPath(new URL("../test/world/exhaustive/worker.ts", import.meta.url)),
  parts,
  (message, { profile, situation, request }) => {
    const { tally: partTally, violated, exists } = answer.parse(message);
    if (exists && request === MOST_REQUESTS) throw new Error(`${situation} sends ${MOST_REQUESTS} requests or more`);
    if (exists) add(tally, partTally);
    for (const { scenario, message: said } of violated) {
      violations += 1;
      say(`VIOLATED ${scenario}`);
      if (violations > SHOWN) continue;
      say(said);
      const options = `--profile ${profile} --situation ${situation} --request ${request} --every ${every} --seed ${seed}`;
      say(`Replay: npm run faults:exhaustive -- ${options}\n`);
    }
    if (performance.now() - printedAt >= PROGRESS_INTERVAL) {
      printedAt = performance.now();
      say(`… ${tally["one fault"] ?? 0} single faults, ${tally["two faults"] ?? 0} pairs, ${violations} violations`);
    }
    return true;
  },
);
for (const [name, times] of Object.entries(tally).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  say(`${String(times).padStart(9)}  ${name}`);
const seconds = (performance.now() - began) / 1000;
say(
  `${tally["one fault"] ?? 0} single faults, ${tally["kills"] ?? 0} kills and ${tally["two faults"] ?? 0} pairs in ${seconds.toFixed(1)} s, seed ${seed}: ` +
    (violations === 0 ? "nothing violated" : `${violations} VIOLATED`),
);
process.exitCode = violations === 0 ? 0 : 1;

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${option} "${text}" is not a whole number above 0`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
