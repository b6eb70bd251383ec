import { isDeepStrictEqual } from "node:util";
import { startEmulator, type RequestPhase } from "../../../emulator/start.ts";
import { createClient } from "../../../provider/api/client.ts";
import type { Mode, Report } from "../../../sync/report.ts";
import type { Result } from "../../../sync/result.ts";
import { run } from "../../../sync/run.ts";
import { checkOut } from "../../action/service.ts";
import { holdings, holdingsOf, without } from "./holdings.ts";
import { start, type Program, type Service, type Started } from "./programs.ts";
import { ENVIRONMENT, FILES, SEED } from "./project-files.ts";

/** Doubles would be made, were they asked for. */
const DOUBLING = { duplicateSlugs: true, duplicateDomains: true, duplicateComponents: true } as const;
const UNDECLARED = "bystander";

/** An undisturbed run: how it ends, how many requests it sends, and what the service holds after it. */
export async function undisturbed(program: Program) {
  await using emulator = await startEmulator({ seed: SEED, faults: { service: DOUBLING } });
  await using checkout = await checkOut(FILES);
  const { plan } = await runHere("plan", emulator, checkout.folder);
  emulator.reset();
  const child = await start(program, "apply", emulator, { ...checkout, environment: ENVIRONMENT });
  const { code, stderr } = await child.ended();
  const requests = emulator.requests().length;
  return { code, stderr, requests, changes: plan?.counts, holdings: await holdings(emulator) };
}

/** What a killed run left, and what the runs after it made of that. */
export interface Aftermath {
  readonly wasKilled: boolean;
  /** Whether the apply after the kill made whatever was left. */
  readonly nextIsWhole: boolean;
  /** The result of the plan after that apply. */
  readonly last: Result;
  readonly missing: readonly string[];
  readonly doubled: readonly string[];
  readonly undeclaredIsUntouched: boolean;
}

/** Kills a run at one of its requests, before it is handled or right after, and runs again, to the end. */
export async function killAt(
  program: Program,
  request: number,
  phase: RequestPhase,
  wanted: readonly string[],
): Promise<Aftermath> {
  let child: Started | undefined;
  let wasKilled = false;
  await using emulator = await startEmulator({
    seed: SEED,
    onRequest: ({ fault }, at) => {
      if (fault !== "hang" || at !== phase) return;
      child?.kill("SIGKILL");
      wasKilled = true;
    },
  });
  await using checkout = await checkOut(FILES);
  const before = await holdingsOf(emulator, UNDECLARED);
  // Never answered: nothing of what would come after it begins.
  const hang = { nth: request, fault: { kind: "hang", handled: phase === "handled" } } as const;
  emulator.setFaults({ service: DOUBLING, faults: [hang] });
  child = await start(program, "apply", emulator, { ...checkout, environment: ENVIRONMENT });
  await child.ended();
  emulator.setFaults({ service: DOUBLING });

  const next = await runHere("apply", emulator, checkout.folder);
  const last = await runHere("plan", emulator, checkout.folder);
  const held = await holdings(emulator);
  return {
    wasKilled,
    nextIsWhole: next.result === "applied" || next.result === "no-changes",
    last: last.result,
    missing: without(wanted, held),
    doubled: without(held, wanted),
    undeclaredIsUntouched: isDeepStrictEqual(await holdingsOf(emulator, UNDECLARED), before),
  };
}

/** In this process, for speed. */
function runHere(mode: Mode, { url, token }: Service, folder: string): Promise<Report> {
  return run({
    mode,
    patterns: ["*.yaml"],
    folder,
    environment: ENVIRONMENT,
    secrets: [token],
    connect: (redaction, signal) => createClient({ baseUrl: url, token, userAgent: "test", redaction, signal }),
  });
}
