import { describe, expect, it } from "vitest";
import { sample } from "../rounds.ts";
import { playPulumi } from "./play-pulumi.ts";
import { playDifferent, playRefused, playServed } from "./play-row.ts";
import { ROWS } from "./rows/all.ts";

describe("a service", () => {
  const served = ROWS.filter(({ ends }) => ends === undefined);
  let usual: Promise<ReadonlySet<string>> | undefined;

  it.each(sample(served, 24))("$habit: is served, and then left alone", async (row) => {
    const replies = await playServed(row);
    if (row.isUsual === true) return;
    // A habit that does not show proves nothing.
    const described = await (usual ??= playServed({ habit: "is as described" }));
    expect([...replies].filter((reply) => !described.has(reply))).not.toEqual([]);
  });
  it.each(
    sample(
      served.filter(({ files }) => files === undefined),
      12,
    ),
  )("$habit: a refresh by Pulumi shows no difference", async (row) => {
    expect.hasAssertions();
    await playPulumi(row);
  });

  it.each(
    sample(
      ROWS.filter(({ different }) => different !== undefined),
      12,
    ),
  )("$habit: another value is a change", async (row) => {
    expect.hasAssertions();
    await playDifferent(row);
  });

  it.each(
    sample(
      ROWS.filter(({ ends }) => ends !== undefined),
      8,
    ),
  )("$habit: the run says what it cannot do", async (row) => {
    expect.hasAssertions();
    await playRefused(row);
  });
});

it("names each habit once", () => {
  const names = ROWS.map(({ habit }) => habit);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
