import { describe, expect, it } from "vitest";
import { problemsOf, PROJECT } from "./load.ts";

const nested = (levels: number): string => `${PROJECT}  extra:\n    a: ${"[".repeat(levels)}1${"]".repeat(levels)}\n`;

describe("text that is not a project file", () => {
  it.each<[text: string | Uint8Array, expected: string[]]>([
    ["", ["1:1: error: the file is empty; begin with `version: 1`"]],
    ["# a\n\n# b\n", ["1:1: error: the file is empty"]],
    ["---\n", ["1:1: error: the file is empty"]],
    ["\n- a\n", ["2:1: error: must be a map; begin the file with `version: 1`, then `project:`"]],
    ["hello\n", ["1:1: error: must be a map; begin the file with `version: 1`, then `project:`"]],
    ["version: 1\nproject:\n\tslug: a\n", ["3:1: error: tab in the indentation; use spaces"]],
    ["a: &x 1\nb: *x\n", ["1:4: error: anchors", "2:4: error: aliases"]],
    ["version: !x 1\n", ["1:10: error: tags"]],
    ["version: !!str 1\n", ["1:10: error: tags"]],
    ["%YAML 1.1\n---\nversion: 1\n", ["1:1: error: directives"]],
    [
      `${PROJECT}---\nversion: 1\n`,
      ["5:1: error: second document; one file is one project, so move it to another file"],
    ],
    [
      "version: 1\n...\nproject: {}\n",
      ["3:1: error: second document; one file is one project, so move it to another file"],
    ],
    ['a: "x\nb: 1\n', ["1:4: error: unclosed quote; add the closing quote"]],
    [
      "a: [1, 2\n",
      ["2:1: error: invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    [
      "a: b: c\n",
      ["1:4: error: second key on one line; move it to a new line, or put text that contains `: ` in quotes"],
    ],
    [
      "version: 1\nproject\nslug: a\n",
      ["2:1: error: a key must be on one line and end with a colon and a space; check for a missing colon"],
    ],
    ["a:\n  b: 1\n c: 2\n", ["3:1: error: invalid YAML: All mapping items must start at the same column"]],
    ["a: @b\n", ["1:4: error: text cannot begin with this character; put it in quotes"]],
    [
      'a: "C:\\windows"\n',
      ["1:7: error: invalid escape; in double quotes write each backslash twice, or use single quotes"],
    ],
    [
      "version: 1\na: b\u0007\n",
      ['2:5: error: control character; write it as an escape such as "\\u0007" in double quotes, or remove it'],
    ],
    [
      "version: 1\na: b\u009B31m\n",
      ['2:5: error: control character; write it as an escape such as "\\u0007" in double quotes, or remove it'],
    ],
    [
      "version: 1\rproject: 1\n",
      ["1:11: error: carriage return without a line feed; save the file with LF or CRLF line endings"],
    ],
    [Buffer.from("version: 1\na: caf\xE9\n", "latin1"), ["2:7: error: not UTF-8 from here"]],
    [Buffer.from("a: é").subarray(0, 4), ["1:4: error: not UTF-8"]],
    [
      "version: 1\nproject:\n  organization_id: o\n    slug: s\n",
      ["3:20: error: this line has a value, but the line below is indented deeper; give both the same indentation"],
    ],
    [Buffer.from("\uFEFFversion: 1\n", "utf16le"), ["1:1: error: not UTF-8"]],
  ])("is refused: %j", (text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toEqual(expected.map((beginning) => expect.stringContaining(beginning)));
    for (const [index, beginning] of expected.entries()) expect(problems[index]?.startsWith(beginning)).toBe(true);
  });

  it.each<[text: string, expected: string]>([
    [`${PROJECT}  slug: other\n`, "5:3: error: project.slug: duplicate key, same as at 4:3; remove one of them"],
    [`${PROJECT}"project": {}\n`, "5:1: error: project: duplicate key, same as at 2:1; remove one of them"],
    [`${PROJECT}  <<: { cache: true }\n`, "5:3: error: project.<<: merge keys"],
    [`${PROJECT}__proto__: { a: 1 }\n`, "5:1: error: __proto__: __proto__ cannot be the name of a field; remove it"],
    [
      `${PROJECT}  extra: { "__proto__": 1 }\n`,
      "5:12: error: project.extra.__proto__: __proto__ cannot be the name of a field; remove it",
    ],
    [`${PROJECT}1: 2\n`, "5:1: error: a key must be text; put it in quotes, or remove it"],
    [`${PROJECT}? [a]\n: 2\n`, "5:3: error: a key must be text; put it in quotes, or remove it"],
    [nested(30), "6:37: error: nested deeper than 32 levels"],
    [`${PROJECT}  extra: { a: ${"[a: ".repeat(20)}1${"]".repeat(20)} }\n`, "5:72: error: project.extra.a[0].a["],
  ])("is refused: %j", (text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toEqual([expect.stringContaining(expected)]);
    expect(problems[0]?.startsWith(expected)).toBe(true);
  });

  it("is refused above 1 MiB", () => {
    expect(problemsOf(Buffer.alloc(1024 * 1024 + 1, "x"))).toEqual([
      "1:1: error: larger than 1 MiB, the limit for a project file; check that it is the right file",
    ]);
  });

  it("may be nested 32 levels deep", () => expect(problemsOf(nested(29))).toEqual([]));

  it("does not quote text with a syntax error", () => {
    for (const text of [
      'a: "canary\n',
      "a: 'canary' canary\n",
      "a: |canary\n",
      "a: [canary\nb: c\n",
      "%canary\n",
      "a: !canary b\n",
    ]) {
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
