import { describe, expect, it } from "vitest";
import { problemsOf, PROJECT } from "./load.ts";

const MIB = 1024 * 1024;
describe("a hostile file", () => {
  it.each<[what: string, text: string]>([
    ["brackets", "[".repeat(MIB)],
    ["brackets in a project", `${PROJECT}  extra: { a: ${"[".repeat(100_000)}`],
    ["lists in lists", "- ".repeat(MIB / 2)],
    ["maps in maps", "{a: ".repeat(MIB / 4)],
    ["keys in keys", "? ".repeat(MIB / 2)],
    ["ever deeper keys", Array.from({ length: 1000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
    ["an anchor's bomb", `a: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join("\n")}\n`],
    ["many keys", Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`).join("\n")],
    ["many unknown fields", PROJECT + Array.from({ length: 30_000 }, (_, index) => `  k${index}: 1`).join("\n")],
    ["many commas", `[${",".repeat(MIB - 1)}`],
    ["many documents", "---\n".repeat(MIB / 4)],
    ["many tags", "!a ".repeat(MIB / 3)],
    ["one long key", `? '${"k".repeat(MIB - 100)}'\n: 1\n`],
    ["an open quote", `a: "${"x\n".repeat(MIB / 2 - 10)}`],
    ["a long host name", `${PROJECT}domains: ['${"a.".repeat(MIB / 2 - 100)}']\n`],
    ["a long slug", PROJECT.replace("site", "a-".repeat(MIB / 2 - 100))],
  ])("is refused soon: %s", (_what, text) => {
    const start = performance.now();
    expect(problemsOf(text)).not.toEqual([]);
    // Seconds on a slow machine; what takes quadratic time takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("is refused if it has more parts than a project file may have", () => {
    expect(problemsOf(`[${",".repeat(MIB - 1)}`)).toEqual([
      "1:150000: error: more than 150,000 parts, the limit for a project file; check that it is the right file",
    ]);
  });
});
