import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "../harness/driver.ts";
import type { Installed } from "../harness/install.ts";
import { SECRET } from "../harness/scene.ts";
import { openStack, type Program, type Stack } from "../harness/stack.ts";
import type { Part } from "../programs/scenarios.ts";
import { judge, type Played } from "./judge.ts";
import type { Wanted } from "./operation.ts";
import { endFaults, meddle, open, startFaults, TOKEN, type Run } from "./scenario-run.ts";
import type { Healthy, Scenario } from "./scenarios.ts";
import { errorsOf, isOf, nameIn } from "./steps-of.ts";

/*
 * Plays many scenarios in one run of the engine: each has a service, a token and an account of its own, so that a fault in
 * one of them concerns no other.
 */

/** What operations come to without faults, by `referenceKey`. */
export type References = Map<string, Played>;

function referenceKey({ operation, service }: Healthy): string {
  return `${operation.name}, ${service}`;
}

/** Each scenario has an account of its own. */
const UNUSED = { url: "http://127.0.0.1:9", token: "unused-token-0123456789" };
/** No output and no state may show these. */
const SECRETS = [SECRET, TOKEN, "their-own-secret"];
/** Milliseconds that one operation of the engine may take, and how many more for each scenario in it. */
const LIMIT = 600_000;
const MORE_EACH = 3_000;

/**
 * Plays scenarios that have their command in common. Those without a fault become references, which the others are compared
 * with; they are in this batch or in an earlier one.
 */
export async function playBatch(
  installation: Installed,
  scenarios: readonly Scenario[],
  references: References,
): Promise<readonly Played[]> {
  const runs = await Promise.all(scenarios.map(open));
  try {
    return await play(installation, runs, references);
  } finally {
    await Promise.all(runs.map((run) => run[Symbol.asyncDispose]()));
  }
}

async function play(installation: Installed, runs: readonly Run[], references: References): Promise<readonly Played[]> {
  const command = runs[0]?.scenario.operation.command ?? "up";
  const environment = Object.fromEntries([
    ...runs.flatMap(({ profile, emulator }) => [
      [`PROJECTSYNC_${profile.toUpperCase()}_BASE_URL`, emulator.url],
      [`PROJECTSYNC_${profile.toUpperCase()}_TOKEN`, emulator.token],
    ]),
    ["SITE_KEY", SECRET],
    // The state is written once, at the end of each operation: that is most of the time of many resources.
    ["PULUMI_EXPERIMENTAL", "true"],
    ["PULUMI_SKIP_CHECKPOINTS", "true"],
  ]);
  const programOf = async (when: "before" | "after", more: Program["environment"] = {}): Promise<Program> => ({
    file: "programs/scenarios.ts",
    parameters: await Promise.all(runs.map((run) => partOf(installation, run, when))),
    environment: { ...environment, ...more },
  });
  const mustSucceed = async (what: string, given: Reply, among = runs): Promise<Reply> => {
    const failed = among.filter(({ profile }) => errorsOf(given, profile).length > 0);
    for (const run of failed) run.violations.push(`${what} failed: ${errorsOf(given, run.profile).join(" | ")}`);
    if (given.failed && failed.length === 0 && !given.wasInterrupted)
      throw new Error(`${what} failed: ${given.text.slice(-3000)}`);
    return given;
  };

  const operationsOf = (stack: Stack) => {
    const limit = LIMIT + MORE_EACH * runs.length;
    const options = { continueOnError: runs.length > 1, limit };
    const up = async (when: "before" | "after", more?: Program["environment"]) =>
      watched(stack, runs, stack.up(await programOf(when, more), options));
    return {
      before: () => up("before"),
      up: () => up("after"),
      // As the error of an object that exists advises.
      adopt: () => up("after", { PROJECTSYNC_IF_EXISTS: "adopt" }),
      preview: async () => watched(stack, runs, stack.preview(await programOf("after"), { limit })),
      refresh: () => watched(stack, runs, stack.refresh(environment, { limit })),
      destroy: () => watched(stack, runs, stack.destroy(environment, options)),
    };
  };

  await using first = await openStack(installation, UNUSED);
  const operate = operationsOf(first);
  await mustSucceed("the up before", await operate.before());
  await Promise.all(runs.map(meddle));
  for (const run of runs) startFaults(run);
  const reply = await operate[command]();
  for (const run of runs) endFaults(run, reply);

  // Another process, as for each command of a user: a program's process remembers what it looked up.
  await using second = await openStack(installation, UNUSED, first.folder);
  const again = operationsOf(second);
  let last: Reply;
  if (command === "destroy") {
    last = await mustSucceed("the destroy after the faults", await again.destroy());
  } else {
    if (command === "refresh") await mustSucceed("the refresh after the faults", await again.refresh());
    last = await upAgain(again, runs, mustSucceed);
    const preview = await mustSucceed("the preview at the end", await again.preview());
    for (const run of runs) {
      const steps = preview.steps.filter(({ op, urn }) => op !== "refresh" && op !== "read" && isOf(run.profile, urn));
      const shown = steps.map(({ op, urn, diff }) => `${op} ${nameIn(urn)} ${JSON.stringify(diff)}`);
      if (shown.length > 0) run.violations.push(`the preview at the end shows: ${shown.join(", ")}`);
    }
  }
  const healthy = runs.filter(({ scenario }) => scenario.faulty === undefined);
  for (const run of healthy) references.set(referenceKey(run.scenario), judge(run, last));
  return runs.map((run) => {
    const reference = references.get(referenceKey(run.scenario));
    if (reference === undefined) throw new Error(`${referenceKey(run.scenario)} was not played without a fault.`);
    return run.scenario.faulty === undefined ? reference : judge(run, last, reference);
  });
}

/** A reply that shows no secret, and after which the state holds none. An engine that was interrupted has saved what is done. */
async function watched(stack: Stack, runs: readonly Run[], reply: Promise<Reply>): Promise<Reply> {
  const given = await reply;
  if (given.wasInterrupted) for (const run of runs) run.wasInterrupted = true;
  const shown = `${given.text}\n${JSON.stringify(given)}\n${await stateOf(stack)}`;
  const leak = SECRETS.map((secret) => shown.indexOf(secret)).find((at) => at !== -1);
  if (leak !== undefined) throw new Error(`A secret is shown: …${shown.slice(Math.max(0, leak - 300), leak + 100)}`);
  return given;
}

/** The up after the faults. Where a create failed, its object may be there. Then its error says what to declare. */
async function upAgain(
  { up, adopt }: Readonly<Record<"up" | "adopt", () => Promise<Reply>>>,
  runs: readonly Run[],
  mustSucceed: (what: string, reply: Reply, among?: readonly Run[]) => Promise<Reply>,
): Promise<Reply> {
  const reply = await up();
  const stuck = runs.filter(
    ({ profile, played }) =>
      (played?.errors.length ?? 0) > 0 && errorsOf(reply, profile).some((error) => error.includes("already exists")),
  );
  if (stuck.length === 0) return mustSucceed("the up after the faults", reply);
  const others = runs.filter((run) => !stuck.includes(run));
  await mustSucceed("the up after the faults", { ...reply, failed: false }, others);
  for (const run of stuck) run.wasAdopted = true;
  return mustSucceed("the up that adopts", await adopt());
}

async function partOf(
  { folder }: Installed,
  { profile, scenario: { operation } }: Run,
  when: "before" | "after",
): Promise<Part> {
  const wanted: Wanted = (when === "after" ? operation.after : undefined) ?? operation.before ?? {};
  if (when === "before" && operation.before === undefined) return { profile, declared: {} };
  const { file, ...rest } = wanted;
  if (file === undefined) return { profile, declared: rest };
  const { text, ...options } = file;
  const path = `${profile}.yaml`;
  await writeFile(join(folder, path), text);
  return { profile, declared: { ...rest, file: { path, ...options } } };
}

/** Before the first operation there is none. */
async function stateOf(stack: Stack): Promise<string> {
  try {
    return await stack.state();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
