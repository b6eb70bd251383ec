import { describe, expect, it } from "vitest";
import { playDifferent, playRefused, playServed } from "./play-row.ts";
import { ROWS } from "./rows.ts";

describe("a service", () => {
  const served = ROWS.filter(({ ends }) => ends === undefined);
  it.each(served)("$habit: is served, and then left alone", playServed);
  it.each(ROWS.filter(({ different }) => different !== undefined))("$habit: another value is a change", playDifferent);
  it.each(ROWS.filter(({ ends }) => ends !== undefined))("$habit: the run says what it cannot do", playRefused);
});

it("names each habit once", () => {
  const names = ROWS.map(({ habit }) => habit);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
