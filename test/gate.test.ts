import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const GATE = path.resolve(import.meta.dirname, "../.ci/run");

const gate = (...words: readonly string[]) => promisify(execFile)(GATE, words);

it("the gate lists its steps, and each step runs existing npm scripts", async () => {
  const { stdout } = await gate("--list");
  const steps = stdout.trimEnd().split("\n");
  expect(steps.map((line) => line.split(" ")[0])).toEqual(
    expect.arrayContaining(["test", "machines", "lint", "faults", "engine"]),
  );
  const scripts = steps.flatMap((line) => [...line.matchAll(/npm (?:run -s )?([\w:-]+)/g)].map(([, name]) => name));
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
});

it("the gate refuses an unknown step, and names those there are", async () => {
  await expect(gate("lint", "tests")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Unknown step: tests\. The steps are test, types, lint, /),
  });
});

it("the gate runs one step by its name, and ends with the numbers", async () => {
  const { stdout } = await gate("schema");
  expect(stdout).toMatch(/\nok {5}schema {6}\s*[\d.]+ s\n1 passed, 0 failed, 0 skipped\n$/);
});

it("docs/internals/scripts.md lists every npm script", async () => {
  const text = await readFile(path.resolve(import.meta.dirname, "../docs/internals/scripts.md"), "utf8");
  const listed = [...text.matchAll(/`npm (?:run )?(?:-s )?([\w:-]+)/g)].map(([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(manifest.scripts)));
});
