import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startEmulator, type Seed } from "../../emulator/start.ts";
import { checkOut } from "../action/service.ts";
import { startCli } from "../cli/run-cli.ts";
import { statuses, stoppedRun } from "./stopped-run.ts";

/* The command line in a process of its own. What a stop does at each request is in test/world; the bundle of the Action: action/cancelled. */

const HOSTS = Array.from({ length: 20 }, (_, index) => `host-${index + 1}.example.com`);
/** A project without domains. */
const SEED: Seed = { projects: [{ organization_id: "org_1", type: "proxy", id: "prj_site", slug: "site" }] };
/** 20 writes. None waits for another. */
const TWENTY = {
  "site.yaml": `version: 1\nproject: { organization_id: org_1, slug: site }\ndomains: [${HOSTS.join(", ")}]\n`,
};

const HANG = { kind: "hang" } as const;
const WAIT = { kind: "answer", status: 429, headers: { "retry-after": "20" } } as const;

describe.concurrent("a run that only reads yet, and is asked to stop", () => {
  it.concurrent.each([
    { mode: "plan", what: "hangs", fault: HANG, signal: "SIGINT", code: 130 },
    { mode: "plan", what: "hangs", fault: HANG, signal: "SIGHUP", code: 129 },
    { mode: "apply", what: "asks to wait", fault: WAIT, signal: "SIGTERM", code: 143 },
  ] as const)("ends at once: $mode, a service that $what", async ({ mode, fault, signal, code }) => {
    const run = await stoppedRun({
      words: mode === "apply" ? [mode, "--yes"] : [mode],
      files: TWENTY,
      service: { seed: SEED, faults: { faults: [{ fault, times: "always", path: "/v1/projects/*/domains" }] } },
      signal,
      when: (request) => request.fault !== undefined,
    });
    expect(run.took).toBeLessThan(3_000);
    expect(run.code).toBe(code);
    expect(run.writes).toEqual([]);
    expect(run.stderr).toMatch(/^Stopping[.:]/m);
    expect(run.stderr).toContain("The run was stopped before anything was written.");
  });
});

it.concurrent("a run that writes, and is asked to stop, begins no write any more and gives those under way five seconds", async () => {
  const run = await stoppedRun({
    words: ["apply", "--yes", "--json"],
    files: TWENTY,
    // Long enough for a signal to arrive before the first write is answered.
    service: {
      seed: SEED,
      latencyMs: 1_000,
      faults: { faults: [{ method: "POST", fault: { kind: "hang", handled: true } }] },
    },
    signal: "SIGINT",
    when: ({ method }) => method === "POST",
  });
  const done = run.writes.length - 1;
  expect(run.late).toEqual([]);
  expect(statuses(run)).toEqual({ done, unknown: 1, "not-started": HOSTS.length - done - 1 });
  expect(JSON.parse(run.stdout)).toMatchObject({ result: "stopped", outcomeCounts: { done, unknown: 1 } });
  expect(run.code).toBe(130);
  expect(run.took).toBeGreaterThanOrEqual(5_000);
  expect(run.took).toBeLessThan(7_500);
});

it.concurrent("a second SIGINT ends the command line at once, though a write hangs", async () => {
  const reached = Promise.withResolvers<void>();
  await using emulator = await startEmulator({
    seed: SEED,
    faults: { faults: [{ method: "POST", times: "always", fault: HANG }] },
    onRequest: ({ method }) => {
      if (method === "POST") reached.resolve();
    },
  });
  await using checkout = await checkOut(TWENTY);
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  const { child } = startCli(["apply", "--yes", "*.yaml"], environment, checkout.folder);
  const exit = once(child, "exit");
  await reached.promise;
  const heard = once(child.stderr, "data");
  child.kill("SIGINT");
  expect(String(await heard)).toBe("Stopping: up to 5 s for running requests. Ctrl-C again quits without a report.\n");
  const at = Date.now();
  child.kill("SIGINT");
  await exit;
  expect(child.signalCode).toBe("SIGINT");
  expect(Date.now() - at).toBeLessThan(3_000);
});
