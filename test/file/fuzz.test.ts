import { describe, expect, it } from "vitest";
import { MODES, wrongWith } from "./fuzz-check.ts";
import { readCorpus } from "./fuzz-corpus.ts";
import { inputOf } from "./fuzz-mutate.ts";

const samples = await readCorpus();

describe("the loader", () => {
  it.each(samples)("takes $name, or says what is wrong and where", ({ content }) => {
    expect(MODES.map((mode) => wrongWith(content, mode))).toEqual([undefined, undefined]);
  });

  it("takes 2,000 mutated files, or says what is wrong and where", () => {
    const found: string[] = [];
    for (let index = 0; index < 2000; index += 1) {
      const wrong = wrongWith(inputOf(samples, 1, index), MODES[index % 2] ?? "error");
      if (wrong !== undefined) found.push(`run ${index}: ${wrong}`);
    }
    expect(found).toEqual([]);
  });

  it("is given the same inputs by the same seed", () => {
    const [one, two] = [1, 1].map((seed) => inputOf(samples, seed, 7));
    expect(one).toEqual(two);
  });
});
