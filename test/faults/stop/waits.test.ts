import { expect, it } from "vitest";
import { sample } from "../../rounds.ts";
import { PROGRAMS } from "../kill/programs.ts";
import { HOSTS, SEED, TWENTY } from "./project-files.ts";
import { statusesInLines, stoppedRun } from "./stopped-run.ts";

it.concurrent.each(sample(PROGRAMS, 1))(
  "an apply of the %s does not wait for a service that asks to, once it is asked to stop",
  async (program) => {
    const wait = { kind: "answer", status: 429, headers: { "retry-after": "20" } } as const;
    const run = await stoppedRun({
      program,
      files: TWENTY,
      service: { seed: SEED, faults: { faults: [{ method: "POST", times: "always", fault: wait }] } },
      signal: "SIGINT",
      when: ({ method }) => method === "POST",
    });
    expect(run.late).toEqual([]);
    const { failed = 0, "not-started": notStarted = 0 } = statusesInLines(run);
    expect(failed + notStarted).toBe(HOSTS.length);
    expect(run.code).toBe(130);
    expect(run.took).toBeLessThan(4_000);
  },
);
