import { expect, it } from "vitest";
import { explore } from "./explore.ts";
import type { Tally } from "./tally.ts";

/** Milliseconds, where other tests run as well. */
const PATIENCE = 180_000;

it(
  "does nothing it must not do in a hundred and fifty random schedules of files, edits behind its back and faults",
  async () => {
    const met: Tally = {};
    // The same ones each time; `npm run faults` plays as many others as one likes.
    expect(await explore({ seed: 1, runs: 150 }, met)).toBeUndefined();
    // Schedules that exercise nothing would prove nothing.
    const faults = Object.keys(met).filter((name) => name.startsWith("fault: "));
    expect(faults.length).toBeGreaterThan(12);
    for (const status of ["done", "partial", "failed", "unknown", "not-started"]) {
      expect(met[`outcome: ${status}`], status).toBeGreaterThan(0);
    }
    expect(met["runs on stale lists"]).toBeGreaterThan(50);
  },
  PATIENCE,
);

it("finds a violation, and says what replays it", async () => {
  const found = await explore({ seed: 1, runs: 3 }, {}, async () => {
    throw new Error("as if the tool had done something wrong");
  });
  expect(found).toMatchObject({ seed: 1, path: expect.stringMatching(/^0(:\d+)*$/) });
  expect(found?.message).toContain("as if the tool had done something wrong");
});
