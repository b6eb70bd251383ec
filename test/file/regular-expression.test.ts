import { describe, expect, it } from "vitest";
import { whyNotCompiling } from "../../provider/file/regular-expression.ts";

describe("a regular expression", () => {
  it.each([
    "^/a(b|c)*$",
    // Flags, of Perl, Python, Go and Rust.
    "(?i)^/a",
    "(?-i)a",
    "(?i-s)a",
    "(?i:abc)",
    "(?s-i:x)",
    // Groups that do not go back, comments, branches that share numbers, conditions.
    "(?>a)b",
    "(?#a (comment)b",
    "(?|a|b)",
    "(?(1)a|b)",
    // Names, and what refers to them.
    "(?P<n>a)(?P=n)",
    "(?P>n)",
    "(?&n)",
    "(?1)",
    "(?<a>x)|(?<a>y)",
    String.raw`(?<a>x)\k<a>`,
    "(?'n'a)",
    // What begins with a star, and calls.
    "(*UTF8)a",
    "(?C1)a",
    "(?^i:a)",
    "(?:a(?R)*)",
    // Characters by number, and classes with more in them.
    String.raw`[\x{4e00}-\x{9fff}]+`,
    String.raw`\x{20}{2}`,
    "[](]",
    "[^](]+",
    "[[:alpha:](]",
    String.raw`[\p{L}--[a-z]]`,
    // Repetitions that do not go back.
    "a++",
    "a*+",
    "a?+",
    "a{2}+",
    String.raw`\Qa(b\E`,
    String.raw`\A/x\z`,
    "(?<=a)b",
    "(?<!a)b",
    "(?=a)",
    "[[:alpha:]]",
    // Signs that are none here.
    String.raw`\(?i\)`,
    "[(?>]",
    "[a(]+",
    String.raw`\[(a)`,
    String.raw`[\]](b)`,
  ])("compiles in one dialect or another: %s", (source) => {
    expect(whyNotCompiling(source)).toBeUndefined();
  });

  it.each([
    ["(", "unterminated group"],
    ["a)", "unmatched ')'"],
    [String.raw`\(?i)`, "unmatched ')'"],
    ["(?#a", "unterminated group"],
    ["[a", "unterminated character class"],
    ["*", "nothing to repeat"],
    ["(?>a", "unterminated group"],
    ["[b-a]", "range out of order in character class"],
    ["a\\", "\\ at end of pattern"],
    ["(?", "invalid group"],
  ])("does not compile in any: %s", (source, why) => {
    expect(whyNotCompiling(source)).toBe(why);
  });
});
