import { describe, expect, it } from "vitest";
import { sample } from "../../rounds.ts";
import { PROGRAMS } from "../kill/programs.ts";
import { SEED, TWENTY } from "./project-files.ts";
import { stoppedRun } from "./stopped-run.ts";

const HANG = { fault: { kind: "hang" }, times: "always" } as const;
const WAIT = { fault: { kind: "answer", status: 429, headers: { "retry-after": "20" } }, times: "always" } as const;

const CASES = PROGRAMS.flatMap((program) =>
  (["plan", "drift", "apply"] as const).flatMap((mode) => [
    { program, mode, what: "hangs", fault: HANG, signal: "SIGINT", code: 130 } as const,
    { program, mode, what: "asks to wait", fault: WAIT, signal: "SIGTERM", code: 143 } as const,
  ]),
);

describe("a run that only reads yet, and is asked to stop", () => {
  it.concurrent.each(sample(CASES, 3))("ends at once: $program, $mode, a service that $what", async (each) => {
    const { program, mode, fault, signal, code } = each;
    const run = await stoppedRun({
      program,
      mode,
      files: TWENTY,
      service: { seed: SEED, faults: { faults: [{ ...fault, path: "/v1/projects/*/domains" }] } },
      signal,
      when: (request) => request.fault !== undefined,
    });
    expect(run.took).toBeLessThan(3_000);
    expect(run.code).toBe(code);
    expect(run.writes).toEqual([]);
    expect(run.everything).toMatch(/^Stopping[.:]/m);
    expect(run.everything).toContain("The run was stopped before anything was written.");
    expect(run.outputs).toMatchObject(program === "Action" ? { mode, result: "stopped", changed: "false" } : {});
  });
});
