import { expect, it } from "vitest";
import { parsersOf } from "../../sync/run/run-settings.ts";

const limitOf = (maxUpdates: string | undefined) => parsersOf({ maxUpdates }, (name) => `--${name}`, {}).maxUpdates();

it.each([
  [undefined, undefined],
  ["10", 10],
  [" 0 ", 0],
  ["30%", { percent: 30 }],
  ["30 %", { percent: 30 }],
  ["10,30%", { number: 10, percent: 30 }],
  ["30% , 10", { number: 10, percent: 30 }],
])("a limit of %j is read", (text, limit) => {
  expect(limitOf(text)).toEqual(limit);
});

it.each(["", ",", "10,", "10,20", "10%,20%", "10,20%,30", "101%", "-1", "1.5", "ten"])("%j is no limit", (text) => {
  expect(() => limitOf(text)).toThrow("--max-updates must be a whole number, a share from 0% to 100%, or both");
});
