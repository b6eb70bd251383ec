import { expect, it } from "vitest";
import { nameList } from "../../core/resources/name-list.ts";

it("names ten, and counts the others", () => {
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  expect(nameList(names.slice(0, 10))).toBe("0, 1, 2, 3, 4, 5, 6, 7, 8, 9");
  expect(nameList(names)).toBe("0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more");
});
