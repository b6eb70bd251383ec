import { expect, it } from "vitest";
import { rounds } from "../../rounds.ts";
import { explore } from "./explore.ts";
import type { Tally } from "./tally.ts";

const SCHEDULES = rounds({ few: 30, all: 150 });

it(`does nothing it must not do in ${SCHEDULES} random schedules of files, edits by hand and faults`, async () => {
  const met: Tally = {};
  // The same ones each time; `npm run faults` plays others.
  expect(await explore({ seed: 1, runs: SCHEDULES }, met)).toBeUndefined();
  // Schedules that exercise nothing would prove nothing.
  const faults = Object.keys(met).filter((name) => name.startsWith("fault: "));
  expect(faults.length).toBeGreaterThan(12);
  for (const status of ["done", "partial", "failed", "unknown", "not-started"]) {
    expect(met[`outcome: ${status}`], status).toBeGreaterThan(0);
  }
  expect(met["runs on stale lists"]).toBeGreaterThan(rounds({ few: 10, all: 50 }));
}, 180_000);

it("finds a violation, and says what replays it", async () => {
  const found = await explore({ seed: 1, runs: 3 }, {}, async () => {
    throw new Error("as if the tool had done something wrong");
  });
  expect(found).toMatchObject({ seed: 1, path: expect.stringMatching(/^0(:\d+)*$/) });
  expect(found?.message).toContain("as if the tool had done something wrong");
});
