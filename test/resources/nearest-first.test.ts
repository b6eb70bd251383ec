import { expect, it } from "vitest";
import { nearestFirst } from "../../core/resources/nearest-name.ts";

it("what holds the name comes first, and then what differs in the fewest letters", () => {
  const others = Array.from({ length: 60 }, (_, index) => `zz${index}`);
  expect(nearestFirst("shop", [...others, "ship", "Shop-2026"]).slice(0, 2)).toEqual(["Shop-2026", "ship"]);
});

it("long names are not compared, and come last", () => {
  expect(nearestFirst("shop", ["x".repeat(100_000), "other"])).toEqual(["other", "x".repeat(100_000)]);
});
