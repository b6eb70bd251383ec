import pLimit from "p-limit";
import { beforeAll, describe, expect, it } from "vitest";
import { sample } from "../../rounds.ts";
import { killAt, undisturbed, type Aftermath } from "./boundary.ts";
import { PROGRAMS } from "./programs.ts";

/** Processes at once. */
const PARALLEL = 4;
/** Milliseconds, where other tests run as well. */
const PATIENCE = 300_000;

const HARMLESS: Aftermath = {
  wasKilled: true,
  nextIsWhole: true,
  last: "no-changes",
  missing: [],
  doubled: [],
  undeclaredIsUntouched: true,
};

describe.each(sample(PROGRAMS, 1))("the %s, killed at a request of a run of thirty objects", (program) => {
  let reference: Awaited<ReturnType<typeof undisturbed>>;

  beforeAll(async () => {
    reference = await undisturbed(program);
  }, PATIENCE);

  it("creates, updates, moves and removes 30 objects if it is not killed", () => {
    expect(reference).toMatchObject({ code: 0, stderr: "", changes: { create: 23, update: 2, move: 1, delete: 4 } });
  });

  it.each(["received", "handled"] as const)(
    "leaves what the next run makes whole, with nothing doubled: each request, killed when it was %s",
    async (phase) => {
      const limit = pLimit(PARALLEL);
      const every = Array.from({ length: reference.requests }, (_, index) => index + 1);
      const requests = sample(every, 3);
      const after = await Promise.all(
        requests.map((request) =>
          limit(async () => [request, await killAt(program, request, phase, reference.holdings)] as const),
        ),
      );
      expect(Object.fromEntries(after)).toEqual(Object.fromEntries(requests.map((request) => [request, HARMLESS])));
    },
    PATIENCE,
  );
});
