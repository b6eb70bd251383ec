import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const ROOT = path.resolve(import.meta.dirname, "..");
const TEST = /\[([\w/.-]+)\]\(\.\.\/\.\.\/test\/([^)]+)\): "([^"]+)"/g;

/** The cells of each row of a table, without its heading and its line of dashes. */
const rows = readFileSync(path.join(ROOT, "docs/internals/peers.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (?:Complaint|-)/.test(line))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe("docs/internals/peers.md", () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)("%s: the tests exist, or the row says that there is none", (...cells) => {
    expect(cells).toHaveLength(4);
    expect(cells).not.toContain("");
    const [, , , tests = ""] = cells;
    // Only links to tests, and what has none.
    expect(tests.replaceAll(TEST, "").replaceAll(/<br>/g, "")).toMatch(/^(?:No test yet|[^[]+: no test yet)?$/);
    for (const [, shown = "", linked = "", name = ""] of tests.matchAll(TEST)) {
      expect(linked).toBe(shown);
      const file = path.join(ROOT, "test", linked);
      expect(existsSync(file), `${linked} exists`).toBe(true);
      expect(readFileSync(file, "utf8"), linked).toContain(`"${name}"`);
    }
  });
});

it("the Action has no input for arguments in free form", () => {
  const { inputs } = z
    .object({ inputs: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(path.join(ROOT, "action.yml"), "utf8")));
  expect(Object.keys(inputs)).toContain("max-deletes");
  expect(Object.keys(inputs).filter((name) => /arg|command|option|flag/.test(name))).toEqual([]);
});
