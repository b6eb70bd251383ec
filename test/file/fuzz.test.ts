import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadFile, type LoadResult } from "../../core/file/load-file.ts";
import { formatProblem } from "../../core/file/problem.ts";
import { rounds } from "../rounds.ts";
import { editedFile } from "./edited-files.ts";
import { escaped } from "./load.ts";

/** The limit for one input, in milliseconds. */
const MOST_TIME = 1000;

const CANARY = "canary-7f3a";

const ENVIRONMENT = { KEY: CANARY, NAME: CANARY, EMPTY: "", PREVIEW_HOST: "pr-1.example.com" };

const MODES = ["error", "tolerate"] as const;

/** The committed inputs, which include those that failed once, and the examples. */
const FOLDERS = ["test/file/corpus", "examples/projects", "examples/preview"];

/** Texts with a special meaning in YAML, JSON Schema, JavaScript or `loadFile`. */
const TOKENS = [
  ...Array.from("{}[],:&*!|>'\"%@`#?-\n\t\r ~\0\u007F\uFEFF\u0085\u2028"),
  "\r\n", ": ", "- ", "? ", "<<: ", "__proto__: ", "constructor: ", "---\n", "...\n", "&a ", "*a", "!!js/function ", "!!binary ",
  "%YAML 1.1\n", "{ env: KEY }", "{ secret: KEY }", "{ env: UNSET }", "{ secret: 1 }", "{ env: KEY, type: list }", "{ env: UNSET, type: boolean }", ", type: number", "null", "012", "1.10", ".inf", ".nan", "1e999",
  "99999999999999999999", "yes", '"\\ud800"', '"\\x', "|2-\n", ">+\n", "absent: true", "protect: true", "\u{1F600}", "日本", "${KEY}",
  "(".repeat(40), "(a+)+$", "[".repeat(40), "a.".repeat(200), "xn--", "ß.de", "::1/129", "- ".repeat(50),
]; // prettier-ignore

const samples = await readSamples();

async function readSamples() {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(root, folder))).toSorted().map((name) => `${folder}/${name}`),
    ),
  );
  return Promise.all(files.flat().map(async (name) => ({ name, content: await readFile(path.join(root, name)) })));
}

/** Replaces some bytes of a text, by a token, by other bytes, or by copies of themselves. */
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.nat(2), fc.nat(200)),
  insert: fc.oneof(
    fc.constantFrom(...TOKENS).map((token) => Buffer.from(token)),
    fc.uint8Array({ maxLength: 4 }),
    fc.nat(20),
  ),
});

const mutated = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...samples).map(({ content }) => content),
      editedFile.map(({ data }) => Buffer.from(escaped(JSON.stringify(data, undefined, 1)))),
    ),
    fc.array(edit, { maxLength: 5 }),
  )
  .map(([content, edits]) =>
    edits.reduce((bytes, { at, remove, insert }) => {
      const from = at % (bytes.length + 1);
      const part = bytes.subarray(from, from + remove);
      const put = typeof insert === "number" ? Array.from({ length: insert }, () => part) : [insert];
      return Buffer.concat([bytes.subarray(0, from), ...put, bytes.subarray(from + remove)]);
    }, content),
  );

/** Loads a file in each mode: within a second, with a file or with problems that have a position in it and show no secret. */
function check(content: Uint8Array): void {
  for (const missingVariables of MODES) {
    const began = process.threadCpuUsage();
    const result = loadFile("f.yaml", content, { environment: ENVIRONMENT, missingVariables });
    // Processor time, because other programs may use the processor too.
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(MOST_TIME);
    checkProblems(result, content);
  }
}

function checkProblems({ file, problems }: LoadResult, content: Uint8Array): void {
  expect(file === undefined).toBe(problems.some(({ level }) => level === "error"));
  const lines = problems.length === 0 ? [] : new TextDecoder().decode(content).split("\n");
  for (const problem of problems) {
    const { line, column, message } = problem;
    const length = lines[line - 1]?.length ?? -1;
    expect(line >= 1 && column >= 1 && column <= length + 1, `${line}:${column} is in the text: ${message}`).toBe(true);
    expect(formatProblem(problem)).toMatch(/^[^\p{Cc}]+$/u);
  }
  expect(JSON.stringify(problems)).not.toContain(CANARY);
}

describe("the loader", () => {
  it.each(samples)("loads $name, or reports problems with positions", ({ content }) =>
    expect(() => check(content)).not.toThrow(),
  );

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
  ])("loads %s, or reports problems with positions", (_what, text) =>
    expect(() => check(Buffer.from(text))).not.toThrow(),
  );

  it("loads mutated files, or reports problems with positions", () => {
    fc.assert(fc.property(mutated, check), { numRuns: rounds({ few: 500, all: 5_000 }) });
  });
});
