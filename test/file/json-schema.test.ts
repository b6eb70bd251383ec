import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findFiles } from "../../core/file/find-files.ts";
import { jsonSchema } from "../../core/file/json-schema.ts";

const root = join(import.meta.dirname, "../..");
// `default` is the service's default for an absent field. Validators ignore it.
const accepts = new Ajv2020({ strict: true }).compile(jsonSchema());

describe("the JSON Schema", () => {
  it("that is published is what the code generates", async () => {
    const published: unknown = JSON.parse(await readFile(join(root, "schema/projectsync.schema.json"), "utf8"));
    expect(published).toEqual(JSON.parse(JSON.stringify(jsonSchema())));
    await promisify(execFile)(process.execPath, [join(root, "scripts/write-schema.ts"), "--check"]);
  });

  it("has only patterns that every validator compiles", () => {
    // Go knows no `\\u`, no look-around and no back-references.
    const patterns = JSON.stringify(jsonSchema()).match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? [];
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /\\\\[ucpk1-9]|\(\?(?!:)/.test(pattern))).toEqual([]);
  });

  it("accepts the examples, which name it for editors", async () => {
    const { files, problems } = await findFiles(["examples/projects/*.yaml", "examples/preview/*.yaml"], root);
    expect(problems).toEqual([]);
    for (const file of files) {
      const text = await readFile(join(root, file), "utf8");
      accepts(parse(text));
      expect(accepts.errors).toBeNull();
      const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      expect(join(root, file, "..", schema)).toBe(join(root, "schema/projectsync.schema.json"));
    }
  });
});
