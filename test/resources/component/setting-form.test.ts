import { expect, it } from "vitest";
import { sameJson } from "../../../core/resources/canonical.ts";
import { settingForm } from "../../../core/resources/component/judge-setting.ts";

const areSame = (type: string | undefined, one: unknown, other: unknown): boolean =>
  sameJson(settingForm(type, one), settingForm(type, other));

it.each([
  ["number", 0.5, "0.5"],
  ["number", 0.5, "0.50"],
  ["number", 1000, "1e3"],
  ["number", "1000", "1e3"],
  ["number", -1, "-1"],
  ["number", 0, "0"],
  ["number", 0, -0],
  ["bool", true, "true"],
  ["bool", false, "false"],
  ["bool", true, "True"],
  ["bool", true, "true\n"],
  ["bool", true, 1],
  ["bool", true, "1"],
  ["bool", false, 0],
  ["string", "5", 5],
  ["string", "true", true],
  ["string", "a", "a\n"],
  ["string", "a\nb", "a\r\nb"],
  ["string", "", null],
  ["string", "", undefined],
  ["object", { a: 1, b: 2 }, { b: 2, a: 1 }],
  [undefined, "a", "a "],
  [undefined, "", null],
  [undefined, [1], [1]],
  // A value that is not of its type.
  ["number", "large", "large"],
])("for a %s, %j means the same as %j", (type, one, other) => {
  expect(areSame(type, one, other)).toBe(true);
  expect(areSame(type, other, one)).toBe(true);
});

it.each([
  ["number", 0.5, "0.50x"],
  ["number", 0.5, "0.51"],
  ["number", 0, ""],
  ["number", 0, null],
  ["number", 0, false],
  ["number", 1, true],
  ["number", 1, "1,0"],
  ["number", 16, "0x10"],
  ["number", 1, "1 000"],
  ["bool", true, 2],
  ["bool", true, "01"],
  ["bool", true, 0],
  ["bool", false, "1"],
  ["bool", false, ""],
  ["bool", false, null],
  ["bool", true, "yes"],
  ["string", "01", "1"],
  ["string", "01", 1],
  ["string", "1.0", 1],
  ["string", "a", "A"],
  ["string", "a", " a"],
  ["string", "a b", "a  b"],
  ["string", "a", null],
  ["string", "null", null],
  ["object", { a: 1 }, { a: "1" }],
  [undefined, 0.5, "0.5"],
  [undefined, true, "true"],
  [undefined, 0, ""],
  [undefined, [1, 2], [2, 1]],
])("for a %s, %j differs from %j", (type, one, other) => {
  expect(areSame(type, one, other)).toBe(false);
  expect(areSame(type, other, one)).toBe(false);
});
