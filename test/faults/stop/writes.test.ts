import { describe, expect, it } from "vitest";
import { sample } from "../../rounds.ts";
import { PROGRAMS } from "../kill/programs.ts";
import { HOSTS, SEED, TWENTY } from "./project-files.ts";
import { statuses, statusesInLines, stoppedRun } from "./stopped-run.ts";

const SIGNALS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** Long enough for a signal to arrive before the first of them is answered. */
const SLOW = { seed: SEED, latencyMs: 1_000 };
const isWrite = ({ method }: { readonly method: string }): boolean => method === "POST";

describe.each(sample(PROGRAMS, 1))("an apply of the %s that is asked to stop", (program) => {
  it.concurrent.each(sample(SIGNALS, 1))(
    "begins no write any more, and lets those under way end: %s",
    async (signal, code) => {
      const run = await stoppedRun({ program, files: TWENTY, service: SLOW, signal, when: isWrite });
      const done = run.writes.length;
      expect(run.late).toEqual([]);
      expect(done).toBeLessThan(HOSTS.length);
      expect(statusesInLines(run)).toEqual({ done, "not-started": HOSTS.length - done });
      expect(run.code).toBe(code);
      expect(run.everything).toMatch(/^Stopping: (?:up to 5 s for running requests|no new write starts)/m);
      expect(run.everything).not.toContain("lists do not show it yet");
      expect(run.took).toBeLessThan(5_000);
    },
  );

  it.concurrent("gives a write that hangs five seconds, and says that its outcome is unknown", async () => {
    const run = await stoppedRun({
      program,
      files: TWENTY,
      service: { ...SLOW, faults: { faults: [{ method: "POST", times: 2, fault: { kind: "hang", handled: true } }] } },
      signal: "SIGTERM",
      when: isWrite,
    });
    const done = run.writes.length - 2;
    expect(run.late).toEqual([]);
    expect(statusesInLines(run)).toEqual({ done, unknown: 2, "not-started": HOSTS.length - done - 2 });
    expect(run.code).toBe(143);
    expect(run.took).toBeGreaterThanOrEqual(5_000);
    expect(run.took).toBeLessThan(7_500);
  });
});

describe("what is left when a run was stopped", () => {
  const hang = { method: "POST", fault: { kind: "hang", handled: true } } as const;
  const CASE = {
    files: TWENTY,
    service: { ...SLOW, faults: { faults: [hang] } },
    signal: "SIGINT",
    when: isWrite,
  } as const;

  it.concurrent("is one JSON object of the command line, with a status for each object", async () => {
    const run = await stoppedRun({ program: "command line", ...CASE, words: ["--json"] });
    const done = run.writes.length - 1;
    expect(statuses(run)).toEqual({ done, unknown: 1, "not-started": HOSTS.length - done - 1 });
    expect(JSON.parse(run.stdout)).toMatchObject({ result: "stopped", outcomeCounts: { done, unknown: 1 } });
    expect(run.code).toBe(130);
  });

  it.concurrent("are the outputs and the summary of the Action", async () => {
    const run = await stoppedRun({ program: "Action", ...CASE });
    const done = run.writes.length - 1;
    expect(run.outputs).toMatchObject({
      mode: "apply",
      result: "stopped",
      "failure-reason": "stopped",
      changed: "true",
      create: "20",
    });
    expect(run.summary).toContain("projectsync apply: ❌ stopped");
    expect(run.summary).toContain(`Apply: **${done} done, 1 unknown, ${HOSTS.length - done - 1} not started**`);
    expect(run.summary.match(/not-started: The run was stopped\./g)).toHaveLength(HOSTS.length - done - 1);
    expect(run.code).toBe(130);
  });
});
