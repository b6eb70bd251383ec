import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { jsonSchema } from "../../core/file/json-schema.ts";
import { loadFile } from "../../core/file/load-file.ts";
import { editedFile } from "./edited-files.ts";
import { fittingFile, type Generated } from "./generated-files.ts";
import { LIMITS } from "./json-schema-limits.ts";
import { escaped, PROJECT } from "./load.ts";

const accepts = new Ajv2020({ strict: true }).compile(jsonSchema());
const inData = LIMITS.filter(({ seenIn }) => seenIn === "data");

/** Checks a file with the loader and with the schema. Throws if they differ in something that is not listed. */
function compare({ data, environment }: Generated): { readonly loads: boolean; readonly fits: boolean } {
  const text = escaped(JSON.stringify(data, undefined, 1));
  const { file, problems } = loadFile("f.yaml", text, { environment, missingVariables: "error" });
  const fits = accepts(JSON.parse(text));
  const loads = file !== undefined;
  const unlisted = problems.filter(
    ({ level, message }) => level === "error" && !inData.some(({ says }) => says.test(message)),
  );
  expect({ refused: loads ? accepts.errors : null, taken: fits ? unlisted : [] }).toEqual({ refused: null, taken: [] });
  return { loads, fits };
}

describe("the JSON Schema and the loader", () => {
  it("agree on files that fit and files that were edited, except for the listed limits", () => {
    let both = 0;
    let neither = 0;
    fc.assert(
      fc.property(fc.oneof(fittingFile, editedFile, editedFile), (file) => {
        const { loads, fits } = compare(file);
        if (loads && fits) both += 1;
        if (!loads && !fits) neither += 1;
      }),
      { numRuns: 3000, interruptAfterTimeLimit: 25_000 },
    );
    // Both results must be common.
    expect(both).toBeGreaterThan(50);
    expect(neither).toBeGreaterThan(50);
  });

  it.each(LIMITS)("differ in $what", ({ example, says, seenIn }) => {
    const text = example
      .split("\n")
      .map((line, index) => (index === 0 ? `${PROJECT}  ${line}\n` : `${line}\n`))
      .join("");
    const options = { environment: { TEXT: "some text" }, missingVariables: "error" } as const;
    const { problems } = loadFile("f.yaml", text, options);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message).toMatch(says);
    expect(seenIn === "text" || accepts(parse(text)), JSON.stringify(accepts.errors)).toBe(true);
  });
});
