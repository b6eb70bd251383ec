import { describe, expect, it } from "vitest";
import { sample } from "../rounds.ts";
import { playPulumi } from "./play-pulumi.ts";
import { playRefused, playServed } from "./play-row.ts";
import type { Row } from "./row.ts";
import { ROWS } from "./rows/all.ts";

/** With the habit in the name of each test. `few` of them in `npm test`. */
function cases(few: number, isMeant: (row: Row) => boolean): readonly (readonly [habit: string, row: Row])[] {
  return sample(ROWS.filter(isMeant), few).map((row) => [row.habit, row]);
}

describe("a service", () => {
  let usual: Promise<ReadonlySet<string>> | undefined;

  it.each(cases(10, ({ ends }) => ends === undefined))("%s: is served, and then left alone", async (_habit, row) => {
    const replies = await playServed(row);
    if (row.isUsual === true) return;
    // A habit that does not show proves nothing.
    const described = await (usual ??= playServed({ habit: "is as described" }));
    expect([...replies].filter((reply) => !described.has(reply))).not.toEqual([]);
  });

  it.each(cases(5, ({ ends, files }) => ends === undefined && files === undefined))(
    "%s: a refresh by Pulumi shows no difference",
    async (_habit, row) => {
      expect.hasAssertions();
      await playPulumi(row);
    },
  );

  it.each(cases(4, ({ ends }) => ends !== undefined))("%s: the run says what it cannot do", async (_habit, row) => {
    expect.hasAssertions();
    await playRefused(row);
  });
});

it("names each habit once", () => {
  const names = ROWS.map(({ habit }) => habit);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
