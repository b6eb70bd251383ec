import { describe, expect, it } from "vitest";
import type { Problem } from "../../core/file/problem.ts";
import { limitProblems, MAX_PROBLEMS } from "../../sync/run/load-files.ts";

const problem = (level: Problem["level"], file: string, line: number): Problem => ({
  level,
  file,
  line,
  column: 1,
  path: "",
  message: `${level} ${file}:${line}`,
});
const many = (level: Problem["level"], file: string, number: number): Problem[] =>
  Array.from({ length: number }, (_none, index) => problem(level, file, number - index));

describe("the problems of a report", () => {
  it("are all there up to 1,000, by file and line", () => {
    const shown = limitProblems([...many("warning", "b", 500), ...many("error", "a", 500)], ["b", "a"]);
    expect(shown).toHaveLength(MAX_PROBLEMS);
    expect(shown.map(({ file }) => file).join("")).toBe(`${"b".repeat(500)}${"a".repeat(500)}`);
    expect(shown.slice(0, 500).map(({ line }) => line)).toEqual(
      Array.from({ length: 500 }, (_none, index) => index + 1),
    );
  });

  it("above that are counted, errors kept first", () => {
    const [first, ...shown] = limitProblems([...many("warning", "a", 5000), ...many("error", "b", 600)], ["a", "b"]);
    expect(first).toMatchObject({ level: "warning", file: "", line: 0, message: expect.stringMatching(/^4600 more /) });
    expect(shown).toHaveLength(MAX_PROBLEMS);
    expect(shown.filter(({ level }) => level === "error")).toHaveLength(600);
    expect(shown.at(-1)).toMatchObject({ file: "b", line: 600 });
  });

  it("stay an error if one is left out", () => {
    expect(limitProblems(many("error", "a", 1001), ["a"])[0]).toMatchObject({ level: "error", line: 0 });
  });
});
