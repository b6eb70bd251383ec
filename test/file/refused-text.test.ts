import { describe, expect, it } from "vitest";
import { problemsOf, PROJECT } from "./load.ts";

const nested = (levels: number): string => `${PROJECT}  extra:\n    a: ${"[".repeat(levels)}1${"]".repeat(levels)}\n`;

describe("text that is not a project file", () => {
  // Other texts are in golden/problems.md.
  it.each<[text: string | Uint8Array, expected: string]>([
    ["", "1:1: error: the file is empty; begin with `version: 1`"],
    [
      "version: 1\na: b\u0007\n",
      '2:5: error: control character; write it as an escape such as "\\u0007" in double quotes, or remove it',
    ],
    [
      "version: 1\na: b\u009B31m\n",
      '2:5: error: control character; write it as an escape such as "\\u0007" in double quotes, or remove it',
    ],
    [
      "version: 1\rproject: 1\n",
      "1:11: error: carriage return without a line feed; save the file with LF or CRLF line endings",
    ],
    [Buffer.from("version: 1\na: caf\xE9\n", "latin1"), "2:7: error: not UTF-8 from here"],
    [Buffer.from("a: é").subarray(0, 4), "1:4: error: not UTF-8"],
    [Buffer.from("\uFEFFversion: 1\n", "utf16le"), "1:1: error: not UTF-8"],
  ])("is refused: %j", (text, expected) => {
    const [problem = "", ...others] = problemsOf(text);
    expect({ beginning: problem.slice(0, expected.length), others }).toEqual({ beginning: expected, others: [] });
  });

  it("has at most a hundred problems reported, and the number of the others", () => {
    const lines = Array.from({ length: 130 }, (_, index) => `  unknown_${index}: 1\n`).join("");
    const problems = problemsOf(PROJECT + lines);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe("105:3: error: 30 more problems from here on; fix the ones above first");
  });

  it("is refused above 1 MiB", () => {
    expect(problemsOf(Buffer.alloc(1024 * 1024 + 1, "x"))).toEqual([
      "1:1: error: larger than 1 MiB, the limit for a project file; check that it is the right file",
    ]);
  });

  it("may be nested 32 levels deep", () => expect(problemsOf(nested(29))).toEqual([]));

  it("does not quote text with a syntax error", () => {
    const keyed = ['"canary\n', "'canary' canary\n", "|canary\n", "[canary\nb: c\n", "!canary b\n"];
    for (const text of [...keyed.map((value) => `a: ${value}`), "%canary\n"]) {
      const problems = problemsOf(text).join("\n");
      expect(problems).not.toBe("");
      expect(problems).not.toContain("canary");
    }
  });

  it("keeps a hostile key on the line of its problem", () => {
    const [problem = ""] = problemsOf(`${PROJECT}"a\\n::error::b\\u202e": 1\n`);
    expect(problem).toContain("a\\u{a}::error::b\\u{202e}: unknown field");
    expect(problem).not.toContain("\n");
  });
});
