import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { startEmulator, type Emulator, type LoggedRequest, type Seed } from "../../../emulator/start.ts";
import { ask } from "../../ask.ts";
import type { Reply } from "../harness/driver.ts";
import type { Installation } from "../harness/install.ts";
import { SECRET } from "../harness/scene.ts";
import { openStack, type Program, type Stack } from "../harness/stack.ts";
import type { Part } from "../programs/scenarios.ts";
import { holdingsOf } from "./holdings.ts";
import type { Wanted } from "./operations.ts";
import { nameOf, type Healthy, type PlayedRequest, type Scenario } from "./scenarios.ts";
import { ruleAt } from "./single-faults.ts";

/*
 * Plays many scenarios in one run of the engine: each has a service, a token and an account of its own, so that a fault in
 * one of them concerns no other.
 */

/** What one scenario came to. */
export interface Played {
  readonly scenario: Scenario;
  /** The operation's requests, in their order. */
  readonly requests: readonly PlayedRequest[];
  /** Whether a request met the fault. */
  readonly wasMet: boolean;
  /** What the operation reported as failed. */
  readonly errors: readonly string[];
  /** An object that was created without an answer was adopted by hand, as its error advised. */
  readonly wasAdopted: boolean;
  /** Steps that the operation reported as done. */
  readonly done: readonly string[];
  readonly end: Holdings;
  readonly output: unknown;
  /** What it did that it must not do. */
  readonly violations: readonly string[];
}

/** What operations come to without faults, by `referenceKey`. */
export type References = Map<string, Played>;

function referenceKey({ operation, service }: Healthy): string {
  return `${operation.name}, ${service}`;
}

type Holdings = ReturnType<typeof holdingsOf>;

/** Each scenario has an account of its own. */
const UNUSED = { url: "http://127.0.0.1:9", token: "unused-token-0123456789" };
const TOKEN = "canary-token-of-";
/** No output and no state may show these. */
const SECRETS = [SECRET, TOKEN, "their-own-secret"];

/** It is not declared, and no operation may change it. */
const neighbour: NonNullable<Seed["projects"]>[number] = {
  id: "prj_neighbour",
  organization_id: "org_1",
  slug: "neighbour",
  description: "not declared",
  components: [
    {
      id: "pc_neighbour",
      component_slug: "edgee/meta-capi",
      settings: { pixel_id: "9", access_token: "canary-other" },
    },
  ],
  domains: [{ name: "neighbour.example.com" }],
};

/** A scenario that is being played. */
interface Run extends AsyncDisposable {
  readonly scenario: Scenario;
  readonly profile: string;
  readonly emulator: Emulator;
  readonly untouched: Holdings;
  readonly violations: string[];
  played?: Pick<Played, "requests" | "wasMet" | "errors" | "done"> & { readonly end: Holdings };
  wasAdopted: boolean;
}

/**
 * Plays scenarios that have their command in common. Those without a fault become references, which the others are compared
 * with; they are in this batch or in an earlier one.
 */
export async function playBatch(
  installation: Installation,
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

async function open(scenario: Scenario, index: number): Promise<Run> {
  const { operation, service } = scenario;
  const emulator = await startEmulator({
    token: `${TOKEN}${index}`,
    temperament: service,
    seed: { projects: [neighbour, ...(operation.live ?? [])] },
    faults: { service: behaviourOf(scenario) },
  });
  return {
    scenario,
    profile: `s${index}`,
    emulator,
    untouched: holdingsOf(emulator.state()),
    violations: [],
    wasAdopted: false,
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** All but the plain service take an object twice, so that a second create is not refused. */
function behaviourOf({ service }: Scenario) {
  const lax = service !== "plain";
  return { duplicateSlugs: lax, duplicateDomains: lax, duplicateComponents: lax };
}

async function play(
  installation: Installation,
  runs: readonly Run[],
  references: References,
): Promise<readonly Played[]> {
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
  const programOf = async (when: "before" | "after"): Promise<Program> => ({
    file: "programs/scenarios.ts",
    parameters: await Promise.all(runs.map((run) => partOf(installation, run, when))),
    environment,
  });
  const mustSucceed = async (what: string, given: Reply, among = runs): Promise<Reply> => {
    const failed = among.filter(({ profile }) => errorsOf(given, profile).length > 0);
    for (const run of failed) run.violations.push(`${what} failed: ${errorsOf(given, run.profile).join(" | ")}`);
    if (given.failed && failed.length === 0) throw new Error(`${what} failed: ${given.text.slice(-3000)}`);
    return given;
  };

  const operationsOf = (stack: Stack) => {
    const options = { continueOnError: true, environment };
    const up = async (when: "before" | "after") => watched(stack, stack.up(await programOf(when), options));
    return {
      before: () => up("before"),
      up: () => up("after"),
      preview: async () => watched(stack, stack.preview(await programOf("after"))),
      refresh: () => watched(stack, stack.refresh({ environment })),
      destroy: () => watched(stack, stack.destroy(options)),
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
  await using second = await openStack(installation, UNUSED, first.backend);
  const again = operationsOf(second);
  let last: Reply;
  if (command === "destroy") {
    last = await mustSucceed("the destroy after the faults", await again.destroy());
  } else {
    if (command === "refresh") await mustSucceed("the refresh after the faults", await again.refresh());
    last = await upAgain(again.up, runs, mustSucceed);
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

/** A reply that shows no secret, and after which the state holds none. */
async function watched(stack: Stack, reply: Promise<Reply>): Promise<Reply> {
  const given = await reply;
  const shown = `${given.text}\n${JSON.stringify(given)}\n${await stateOf(stack)}`;
  const leak = SECRETS.map((secret) => shown.indexOf(secret)).find((at) => at !== -1);
  if (leak !== undefined) throw new Error(`A secret is shown: …${shown.slice(Math.max(0, leak - 300), leak + 100)}`);
  return given;
}

/** The up after the faults. Where a create failed, its object may be there. Then its error says what to declare. */
async function upAgain(
  up: () => Promise<Reply>,
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
  return mustSucceed("the up that adopts", await up());
}

async function partOf(
  { folder }: Installation,
  { profile, scenario: { operation }, wasAdopted }: Run,
  when: "before" | "after",
): Promise<Part> {
  const wanted: Wanted = (when === "after" ? operation.after : undefined) ?? operation.before ?? {};
  if (when === "before" && operation.before === undefined) return { profile, declared: {} };
  const { file, ...rest } = wasAdopted ? adopting(wanted) : wanted;
  if (file === undefined) return { profile, declared: rest };
  const { text, ...options } = file;
  const path = `${profile}.yaml`;
  await writeFile(join(folder, path), text);
  return { profile, declared: { ...rest, file: { path, ...options } } };
}

/** As the error of an object that exists advises. */
function adopting({ project, other, component, domain, ...rest }: Wanted): Wanted {
  const ifExists = "adopt";
  return {
    ...rest,
    ...(project === undefined ? {} : { project: { ...project, ifExists } }),
    ...(other === undefined ? {} : { other: { ...other, ifExists } }),
    ...(component === undefined ? {} : { component: { ...component, ifExists } }),
    ...(domain === undefined ? {} : { domain: { ...domain, ifExists } }),
  };
}

/** What somebody else does between two operations. */
async function meddle({ scenario, emulator }: Run): Promise<void> {
  for (const [request, body] of scenario.operation.byHand ?? []) {
    const site = emulator.state().find(({ project }) => project.slug === "site");
    const known = request
      .replace("{site}", site?.project.id ?? "")
      .replace("{component}", site?.components[0]?.id ?? "");
    await ask(emulator, known, body);
  }
}

function startFaults({ scenario, emulator }: Run): void {
  emulator.reset();
  const { faulty } = scenario;
  emulator.setFaults({
    service: behaviourOf(scenario),
    faults: faulty === undefined ? [] : [ruleAt(faulty.request, faulty.fault)],
  });
}

function endFaults(run: Run, reply: Reply): void {
  const logged = run.emulator.requests();
  run.played = {
    requests: logged.map(({ method, path, query }) => ({ method, isCheck: isCheck(path, query) })),
    wasMet: logged.some(({ fault }) => fault !== undefined),
    errors: errorsOf(reply, run.profile),
    done: doneBy(reply, run.profile),
    end: holdingsOf(run.emulator.state()),
  };
  run.emulator.setFaults({ service: behaviourOf(run.scenario) });
}

function judge(run: Run, last: Reply, reference?: Played): Played {
  const { scenario, profile, emulator, untouched, violations, played, wasAdopted } = run;
  if (played === undefined) throw new Error("The operation was not played.");
  const end = holdingsOf(emulator.state());
  const output: unknown = last.outputs[profile];
  const expect = (isTrue: boolean, otherwise: () => string): void => {
    if (!isTrue) violations.push(otherwise());
  };
  const keys = end.map(([key]) => key);
  const expected = [...scenario.operation.end, ...keysOfNeighbour].toSorted();
  expect(isDeepStrictEqual(keys, expected), () => `at the end is live: ${keys.join(", ")}`);
  const [before, after] = [untouched, end].map((held) => held.filter(([key]) => keysOfNeighbour.includes(key)));
  expect(isDeepStrictEqual(before, after), () => `the neighbour was changed: ${JSON.stringify(after)}`);
  if (reference === undefined) {
    expect(played.errors.length === 0, () => `without faults it failed: ${played.errors.join(" | ")}`);
    expect(isDeepStrictEqual(played.end, end) || scenario.operation.command !== "up", () => "the second up wrote");
  } else {
    expect(isDeepStrictEqual(end, reference.end), () => `the end is ${JSON.stringify(end)}`);
    expect(isDeepStrictEqual(output, reference.output), () => `its output is ${JSON.stringify(output)}`);
    const isDone = played.errors.length === 0 && isDeepStrictEqual(played.done, reference.done);
    const writes = scenario.operation.command === "up" || scenario.operation.command === "destroy";
    expect(!isDone || !writes || isDeepStrictEqual(played.end, reference.end), () => "it reported success too early");
  }
  const { requests, wasMet, errors, done } = played;
  const named = violations.map((violation) => `${nameOf(scenario)}: ${violation}`);
  return { scenario, requests, wasMet, errors, wasAdopted, done, end, output, violations: named };
}

const keysOfNeighbour = ["org_1/neighbour", "org_1/neighbour/edgee/meta-capi", "org_1/neighbour/neighbour.example.com"];

/** Whether a check asks this: for access to the service, or for a component of the catalogue. */
function isCheck(path: string, query: LoggedRequest["query"]): boolean {
  return (path === "/v1/projects" && query["limit"] === "1") || path.startsWith("/v1/components/");
}

function nameIn(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

function isOf(profile: string, urn: string): boolean {
  return nameIn(urn).startsWith(`${profile}-`);
}

function errorsOf({ errors }: Reply, profile: string): string[] {
  return errors.filter(({ urn }) => isOf(profile, urn)).map(({ message }) => message);
}

function doneBy({ done }: Reply, profile: string): string[] {
  return done
    .map((step) => step.split(" ", 2))
    .filter(([, urn = ""]) => isOf(profile, urn))
    .map(([op = "", urn = ""]) => `${op} ${nameIn(urn).slice(profile.length + 1)}`)
    .toSorted();
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
