import { describe, expect, it } from "vitest";
import { MODES, wrongWith } from "./fuzz-check.ts";
import { readCorpus } from "./fuzz-corpus.ts";
import { inputOf } from "./fuzz-mutate.ts";

const samples = await readCorpus();

describe("the loader", () => {
  it.each(samples)("loads $name, or reports problems with positions", ({ content }) => {
    expect(MODES.map((mode) => wrongWith(content, mode))).toEqual([undefined, undefined]);
  });

  // Found by mutation. Too large to be samples, because their mutations are slow.
  it.each([
    ["100,000 commas", `{"version":1,"project":{"slug":"o"${",".repeat(100_000)}}}`],
    ["100,000 brackets that close nothing", "}\n".repeat(100_000)],
    ["100,000 keys that begin within each other", '{"version'.repeat(100_000)],
    ["100,000 texts in quotes, one to a line", `version: 1\n${"'it''s'\n".repeat(100_000)}`],
    ["20,000 variables that are not set", `version: 1\ndomains:\n${"- { env: A }\n".repeat(20_000)}`],
    ["40,000 international names", `version: 1\ndomains:\n${"- ü.example\n".repeat(40_000)}`],
    ["300,000 comments in an expression", `project: { proxy_only_path_regex: '${"(?#".repeat(300_000)}' }`],
    ["a class of 900,000 brackets", `project: { proxy_only_path_regex: '${"[".repeat(900_000)}\\' }`],
  ])("loads %s, or reports problems with positions", (_what, text) => {
    expect(MODES.map((mode) => wrongWith(Buffer.from(text), mode))).toEqual([undefined, undefined]);
  });

  it("loads 2,000 mutated files, or reports problems with positions", () => {
    const found: string[] = [];
    for (let index = 0; index < 2000; index += 1) {
      const wrong = wrongWith(inputOf(samples, 1, index), MODES[index % 2] ?? "error");
      if (wrong !== undefined) found.push(`run ${index}: ${wrong}`);
    }
    expect(found).toEqual([]);
  });

  it("gets the same inputs from the same seed", () => {
    const [one, two] = [1, 1].map((seed) => inputOf(samples, seed, 7));
    expect(one).toEqual(two);
  });
});
