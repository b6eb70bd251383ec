import { expect, it } from "vitest";
import { rounds } from "../../rounds.ts";
import { SEED } from "../../seed.ts";
import type { Tally } from "../random/tally.ts";
import { explorePart } from "./enumerate.ts";
import { SITUATIONS } from "./situations.ts";

/** Each so many-th pair is played. `npm run faults:exhaustive` plays all. */
const EVERY = rounds({ few: 400, all: 50 });

it.each(SITUATIONS)(
  "$name: survives every fault and kill at its sixth request, and some pairs",
  async ({ name }) => {
    const tally: Tally = {};
    expect(
      await explorePart({ profile: "plain", situation: name, request: 6, every: EVERY, seed: SEED }, tally),
    ).toEqual([]);
    expect(tally["kills"]).toBe(2);
    expect(tally["one fault"]).toBeGreaterThan(10);
    expect(tally["two faults"]).toBeGreaterThan(0);
  },
  120_000,
);

it("ends at the last request", async () => {
  expect(
    await explorePart({ profile: "plain", situation: "create", request: 60, every: 1, seed: SEED }, {}),
  ).toBeUndefined();
});
