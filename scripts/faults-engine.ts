import { appendFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { install } from "../test/engine/harness/install.ts";
import type { Played } from "../test/engine/faults/judge.ts";
import { playBatch, type References } from "../test/engine/faults/play.ts";
import { batchesOf, HEALTHY, nameOf, scenariosOf, type Scenario } from "../test/engine/faults/scenarios.ts";
import { clearConfigured } from "../test/service-environment.ts";

/*
 * Plays every operation of the Pulumi resources on the real engine, and each again with every fault at every request. Ends with 1 if
 * a scenario did what it must not do.
 *
 *   --every 20                 plays only each 20th scenario
 *   --only "domain: move"      only scenarios whose name has this text
 *   --share 1/2                only the first of two parts, by operations: two processes play all of them in less time
 *   --log errors.txt           writes what the operations reported as failed
 */

/** Scenarios that are played at once. Each has a service of its own. */
const BATCH = 400;
/** A run of the engine with no more scenarios than this mostly waits, so several are played at the same time. */
const FEW = 10;
const AT_ONCE = 8;
/** Violations that are printed in full. */
const SHOWN = 20;

clearConfigured();
const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    share: { type: "string", default: "1/1" },
    log: { type: "string" },
  },
});
if (!/^[1-9]\d{0,5}$/.test(values.every)) throw new Error(`--every "${values.every}" is not a whole number above 0`);
const every = Number(values.every);
const [, part, parts] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(values.share) ?? [];
if (part === undefined || Number(part) > Number(parts)) throw new Error(`--share "${values.share}" is not such as 1/2`);

const began = performance.now();
let violations = 0;

await using installation = await install();
const healthy = HEALTHY.filter(
  ({ operation }, index) =>
    index % Number(parts) === Number(part) - 1 && (values.only === "" || values.only.startsWith(operation.name)),
);
if (healthy.length === 0) throw new Error(`No scenario has "${values.only}" in its name.`);
const references: References = new Map();
for (const batch of batchesOf(healthy, BATCH)) await play(batch);
const scenarios = [...references.values()]
  .flatMap(({ scenario, requests }) => scenariosOf(scenario, requests))
  .filter((scenario) => nameOf(scenario).includes(values.only))
  .filter((_, index) => index % every === 0);
say(`${healthy.length} operations without faults in ${seconds()} s. ${scenarios.length} scenarios with a fault.`);

const tally = { scenarios: 0, unmet: 0, failed: 0, adopted: 0, unended: 0 };
const batches = batchesOf(scenarios, BATCH);
for (const batch of batches.filter(({ length }) => length > FEW)) await playAndCount(batch);
const few = batches.filter(({ length }) => length <= FEW).values();
// All take from one iterator.
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const batch of few) await playAndCount(batch);
  }),
);

async function playAndCount(batch: readonly Scenario[]): Promise<void> {
  for (const { scenario, wasMet, errors, wasAdopted, wasInterrupted } of await play(batch)) {
    tally.scenarios += 1;
    if (wasInterrupted) tally.unended += 1;
    if (!wasMet) tally.unmet += 1;
    if (errors.length > 0) tally.failed += 1;
    if (wasAdopted) tally.adopted += 1;
    if (values.log === undefined) continue;
    await appendFile(
      values.log,
      [`${wasMet ? "" : "NOT MET "}${nameOf(scenario)}`, ...errors.map((error) => `    ${error}`)]
        .join("\n")
        .concat("\n"),
    );
  }
  say(`… ${tally.scenarios} of ${scenarios.length} in ${seconds()} s, ${violations} violations`);
}
say(
  `${tally.scenarios} scenarios: ${tally.failed} reported a failure, ${tally.adopted} adopted what was created, ` +
    `${tally.unmet} met no fault, ${tally.unended} were in a run that the engine did not end. In ${seconds()} s: ${violations === 0 ? "nothing violated" : `${violations} VIOLATED`}`,
);
process.exitCode = violations === 0 ? 0 : 1;

async function play(batch: readonly Scenario[]): Promise<readonly Played[]> {
  const played = await playBatch(installation, batch, references);
  const [unended, ended] = [
    played.filter((each) => each.wasInterrupted),
    played.filter((each) => !each.wasInterrupted),
  ];
  if (unended.length > 0) say(`THE ENGINE DID NOT END: ${unended.map(({ scenario }) => nameOf(scenario)).join("; ")}`);
  for (const left of unended.flatMap((each) => each.violations)) say(`Interrupted: ${left}`);
  for (const violation of ended.flatMap((each) => each.violations)) {
    violations += 1;
    if (violations <= SHOWN) say(`VIOLATED ${violation}`);
  }
  return played;
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
