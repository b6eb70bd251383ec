import { expect, it } from "vitest";
import { sample } from "../../rounds.ts";
import { PROGRAMS } from "../kill/programs.ts";
import { HOSTS, SEED_OF_MOVES, TWENTY_MOVES } from "./project-files.ts";
import { statusesInLines, stoppedRun } from "./stopped-run.ts";

it.concurrent.each(sample(PROGRAMS, 1))(
  "domains on their way arrive though the %s is asked to stop, and no other one sets out",
  async (program) => {
    const run = await stoppedRun({
      program,
      files: TWENTY_MOVES,
      service: { seed: SEED_OF_MOVES, latencyMs: 1_000 },
      signal: "SIGINT",
      when: ({ method }) => method === "DELETE",
    });
    const [detached, attached] = ["DELETE", "POST"].map((method) => run.writes.filter((it) => it.startsWith(method)));
    const moved = detached?.length ?? 0;
    expect(run.late.filter((write) => write.startsWith("DELETE"))).toEqual([]);
    expect(attached).toEqual(Array.from({ length: moved }, () => "POST /v1/projects/prj_site/domains"));
    expect(statusesInLines(run)).toEqual({ done: moved, "not-started": HOSTS.length - moved });
    expect(run.code).toBe(130);
  },
);
