import { startEmulator, type Emulator, type LoggedRequest, type Seed } from "../../../emulator/start.ts";
import { ask } from "../../ask.ts";
import type { Reply } from "../harness/driver.ts";
import { holdingsOf } from "./holdings.ts";
import type { PlayedRequest, Scenario } from "./scenarios.ts";
import { ruleAt } from "./single-faults.ts";
import { doneBy, errorsOf } from "./steps-of.ts";

export type Holdings = ReturnType<typeof holdingsOf>;

export const TOKEN = "canary-token-of-";

/** It is not declared, and no operation may change it. */
export const neighbour: NonNullable<Seed["projects"]>[number] = {
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

/** What an operation came to. */
export interface OperationEnd {
  /** Its requests, in their order. */
  readonly requests: readonly PlayedRequest[];
  /** Whether a request met the fault. */
  readonly wasMet: boolean;
  /** What it reported as failed. */
  readonly errors: readonly string[];
  /** Steps that it reported as done. */
  readonly done: readonly string[];
  readonly end: Holdings;
}

/** A scenario that is being played. */
export interface Run extends AsyncDisposable {
  readonly scenario: Scenario;
  readonly profile: string;
  readonly emulator: Emulator;
  readonly untouched: Holdings;
  readonly violations: string[];
  played?: OperationEnd;
  wasAdopted: boolean;
  /** The engine did not end one of its operations. */
  wasInterrupted: boolean;
}

/** Batches may be played at the same time. */
let opened = 0;

export async function open(scenario: Scenario): Promise<Run> {
  opened += 1;
  const index = opened;
  const { operation, service } = scenario;
  const emulator = await startEmulator({
    token: `${TOKEN}${index}`,
    profile: service,
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
    wasInterrupted: false,
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** All but the plain service take an object twice, so that a second create is not refused. */
export function behaviourOf({ service }: Scenario) {
  const lax = service !== "plain";
  return { duplicateSlugs: lax, duplicateDomains: lax, duplicateComponents: lax };
}

/** What somebody else does between two operations. */
export async function meddle({ scenario, emulator }: Run): Promise<void> {
  for (const [request, body] of scenario.operation.byHand ?? []) {
    const site = emulator.state().find(({ project }) => project.slug === "site");
    const known = request
      .replace("{site}", site?.project.id ?? "")
      .replace("{component}", site?.components[0]?.id ?? "");
    await ask(emulator, known, body);
  }
}

export function startFaults({ scenario, emulator }: Run): void {
  emulator.reset();
  const { faulty } = scenario;
  emulator.setFaults({
    service: behaviourOf(scenario),
    faults: faulty === undefined ? [] : [ruleAt(faulty.request, faulty.fault)],
  });
}

export function endFaults(run: Run, reply: Reply): void {
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

/** Whether a check asks this: for access to the service, or for a component of the catalogue. */
function isCheck(path: string, query: LoggedRequest["query"]): boolean {
  return (path === "/v1/projects" && query["limit"] === "1") || path.startsWith("/v1/components/");
}
