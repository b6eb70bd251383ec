import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { AROUND } from "./breaks-around.ts";
import { BREAKS } from "./breaks.ts";

it("each break changes one place of the product as it is now", () => {
  const stale = [...BREAKS, ...AROUND].filter(({ file, from }) => {
    const text = readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");
    return text.split(from).length !== 2;
  });
  expect(stale.map(({ name }) => name)).toEqual([]);
});
