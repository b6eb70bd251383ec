import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** Everything that people write in this repository. Generated folders are absent. */
const WRITTEN = [
  ".github",
  ".ci",
  ".dependency-cruiser.json",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "action.yml",
  "package.json",
  "action",
  "bench",
  "cli",
  "core",
  "docs",
  "emulator",
  "examples",
  "provider",
  "scripts",
  "rolldown.config.ts",
  "sync",
  "test",
  "vitest.config.ts",
  "vitest.mutation.config.ts",
];
const TEXT = /\.(?:ts|cjs|md|ya?ml|json)$|^\.ci\/run$/;
const SKIPPED = /(?:^|\/)(?:node_modules|bin|corpus|formats)\/|^test\/glossary\.test\.ts$/;

/** A banned word or form, in which a space also matches a line break inside a comment or between two strings; and what to write instead. */
const RULES: readonly (readonly [banned: RegExp, instead: string])[] = [
  // Words with a fixed meaning.
  // In backquotes it is the old name, in the changelog.
  [
    /(?<!line[ -])\bendings?\b(?! (?:in|on|with)\b|`)/i,
    '"result" for a run, "outcome" for an object: one word for each idea',
  ],
  [/\b(?:take|takes|taken|taking|took) (?:it |them |this )?over\b|take[ns]?Over/, '"adopt": the word that Pulumi uses'],
  [/\bmend(?:s|ed|ing)?\b/i, '"fix" or "correct"'],
  [
    /\b(?:lists?|which|that|it|they) (?:is|are|was|were|may be|can be) behind\b(?! (?:a|the) )/i,
    '"stale", or "lags behind": readers do not know behind what',
  ],
  [/\bundeclared live\b|\blive and (?:is |are )?not declared\b/i, '"unmanaged"'],
  // Forms that take two readings.
  [/\bstands? twice\b|\b(?:is|are) there twice\b/i, '"duplicate"'],
  [/\b(?:stands?|stood) (?:there|written)\b/i, '"is", or name the position'],
  [/\bof which\b/i, "two sentences: one idea for each"],
  [/\bOf what\b/, "the noun that it means"],
  [/\bnobody\b/i, "the passive, or the thing that does not do it"],
  [/\bwhoever\b/i, "the person: the user, the maintainer, another run"],
  [/\bis none of\b|\bare none of\b/i, '"is not one of"'],
  [
    /, for (?:it|they|there|this|that|these|those|only|nothing|the \w+|its \w+) (?:is|are|was|were|may|has|have|can|cannot|does|do|must|would|will)\b/,
    '"because"',
  ],
  [/, for (?:then|it|this) \w+/, '"because"'],
  [/\bbehind (?:its|the \w+'s) back\b/i, '"by hand", "by another program"'],
  [
    /\blook(?:s|ed|ing)? (?:for|at)\b|\b(?:a|the|each|every|one|these|those|another|last) looks?\b(?! (?:like|up))/i,
    '"read", "find" or "search"',
  ],
  [/\b(?:came?|comes|coming) (?:of|about|round)\b/i, "the cause as the subject: X creates Y"],
  [/\btells? of\b/i, '"reports", or "shows"'],
  [/\boff line\b/i, '"offline"'],
  [/\bbehaviors?\b/i, '"behaviour": one spelling'],
  [/\bstands? (?:around|beside|before)\b/i, '"is", or name the position'],
  [/(?:^|[.!?] |\/\*\* |\/\/ |\* |# |["'`])(?:Nor|nor) /, "a whole sentence with its own subject"],
  [/\banew\b/i, '"again"'],
  [/\bhence\b|\bthence\b|\bthereof\b|\bwhence\b/i, '"so", "therefore", or the noun'],
  [/\bby rights\b|\bin its turn\b|\bto be sure\b/i, "nothing: leave it out"],
  [/\bwants? to be\b/i, '"must be"'],
  [
    /(?:^|[.!?] |\/\*\* |\/\/ |\* |# |["'`])Of (?:a|an|the|those|two|several|`)/,
    "the condition first: subject, verb, object",
  ],
  [/(?:^|[.!?] |\/\*\* |\/\/ |\* |# )Whose /, '"The owner of …": subject, verb, object'],
  [
    /\bWhat (?:is|was) (?:(?!\*\/|\b(?:and|because|that|where|which)\b)[^,.?!;:]){1,60} (?:is|was|are|may be|has|stays|counts)\b/,
    "the noun that it means",
  ],
  // Sources that a reader cannot open.
  [/\b(?:service description|interface document)\b/i, '"docs/internals/service.md" and the name of its section'],
  [/\.\.\/shared\b|\.\.\/\.library\b|\/work\/(?:main|shared|wt)\b/, "a file of this repository"],
];

interface Finding {
  readonly position: string;
  readonly text: string;
  readonly instead: string;
}

describe("the language", () => {
  it("has no banned word or form", () => {
    const findings = WRITTEN.flatMap(filesIn).flatMap((file) =>
      findingsIn(file, readFileSync(path.join(ROOT, file), "utf8")),
    );
    expect(findings.map(({ position, text, instead }) => `${position}: ${text}: write ${instead}`)).toEqual([]);
  });

  it("finds a form across the lines of a comment, and reports its line", () => {
    const comment = "/**\n * The object is taken\n * over, and nothing else.\n */\n";
    expect(findingsIn("a.ts", comment)).toMatchObject([{ position: "a.ts:2", text: "taken over" }]);
    expect(findingsIn("a.ts", 'say("It was taken " +\n  "over.")')).toMatchObject([{ position: "a.ts:1" }]);
  });

  it.each(["It depends on pending sending.", "A file with LF line endings.", "A name ending in -dev."])(
    "does not mind %j",
    (text) => expect(findingsIn("a.md", text)).toEqual([]),
  );
});

function filesIn(name: string): string[] {
  const full = path.join(ROOT, name);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const files = stats.isDirectory()
    ? readdirSync(full, { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(name, file).replaceAll("\\", "/"),
      )
    : [name];
  return files.filter((file) => TEXT.test(file) && !SKIPPED.test(file));
}

/** A line break with the characters around it that are not words: the margin of a comment, or quotes and a plus. */
const BREAK = String.raw`\s*(?:["'\`] ?\+)?\s*\n\s*(?:\*(?!/)|//|#|["'\`])?\s*`;

function findingsIn(file: string, text: string): Finding[] {
  return RULES.flatMap(([banned, instead]) =>
    [...text.matchAll(acrossLines(banned))].map((match) => ({
      position: `${file}:${text.slice(0, match.index).split("\n").length}`,
      text: match[0].replaceAll(new RegExp(BREAK, "g"), " ").trim(),
      instead,
    })),
  );
}

function acrossLines({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(/(?<!\[[^\]]*) /g, `(?: |${BREAK})`), `${flags}gm`);
}
