import { describe, expect, it } from "vitest";
import { oneLine, printable, printableJson } from "../../core/text/printable.ts";

/** What a terminal or a runner's log obeys, and what it would show of the rest. */
const HOSTILE: readonly (readonly [string, string, string])[] = [
  ["a line that looks like another message", "a\nerror: b\r\nwarning: c", "a error: b warning: c"],
  ["colours and cleared lines", "a\u001B[31mb\u001B[2Kc\u009B1Ad", "a [31mb [2Kc 1Ad"],
  [
    "a link of a terminal (OSC 8)",
    "a\u001B]8;;https://x.example\u001B\\b\u001B]8;;\u0007c",
    "a ]8;;https://x.example \\b ]8;; c",
  ],
  ["marks of direction", "a\u202Eb\u2066c\u2069d\u200Fe\u061Cf", "a b c d e f"],
  [
    "invisible characters",
    "a\u200Bb\u2060c\uFEFFd\u{E0041}e\u00ADf\u3164g\u115Fh\u2800i\u{E0101}j",
    "a b c d e f g h i j",
  ],
  ["selectors of a form, after what has one form", "a\uFE0Fb\uFE0Ec1\uFE0F#\uFE0F★\uFE0Fd", "a b c1 # ★ d"],
  ["line separators", "a\u2028b\u2029c\u0085d", "a b c d"],
  ["a command of GitHub's runner", "::error::b", "| ::error::b"],
  ["a command of GitHub's runner after white space", " \t::add-mask::b", "| ::add-mask::b"],
  ["an older command of GitHub's runner", "a ##[error]b ##[group]c", "a ## [error]b ## [group]c"],
  ["a command of Azure's runner", "a ##vso[task.setvariable variable=x]b", "a ## vso[task.setvariable variable=x]b"],
  ["a command of TeamCity's runner", "##teamcity[buildStatus]", "## teamcity[buildStatus]"],
  ["a command with an invisible character in it", "##\u200B[error]", "## [error]"],
  ["a command after more signs", "###[error]", "### [error]"],
  ["a colour of Pulumi", "a<{%fg 1%}>b<{%reset%}>", "a< {%fg 1%}>b< {%reset%}>"],
];

describe("text that goes to a terminal or log", () => {
  it.each(HOSTILE)("has no effect: %s", (_what, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it("keeps other text, emoji and scripts", () => {
    for (const text of [
      "a::b",
      "## heading",
      "#[x]",
      "❤️ ⚠️ ℹ️ ™️ ❤\uFE0E 1️⃣ #️⃣ 日本語 עברית é",
      "a < b {%",
      "  indented",
    ]) {
      expect(printable(text)).toBe(text);
    }
    expect(oneLine("::a")).toBe("::a");
    expect(oneLine("❤️\uFE0Fa")).toBe("❤️ a");
  });

  it.each(HOSTILE)("has no effect in JSON, and keeps its meaning: %s", (_what, text) => {
    const json = printableJson({ [text]: [text] });
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
    expect(json).not.toMatch(/##\w*\[|^\s*::|[^\P{Cc}\n]|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/mu);
  });
});
