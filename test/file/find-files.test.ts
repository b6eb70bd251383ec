import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { findFiles } from "../../provider/file/find-files.ts";
import { formatProblem } from "../../provider/file/problem.ts";

async function folder(...names: string[]) {
  const made = await mkdtempDisposable(join(tmpdir(), "projectsync-"));
  for (const name of names) {
    await mkdir(dirname(join(made.path, name)), { recursive: true });
    await writeFile(join(made.path, name), "");
  }
  return made;
}

it("finds names and globs, each file once, sorted", async () => {
  await using place = await folder("b.yaml", "a.yaml", "deep/c.yaml", "deep/d.json", "node_modules/x/e.yaml");
  const found = await findFiles(["./b.yaml", "*.yaml", "**/*.{yaml,json}", "deep/../deep/c.yaml"], place.path);
  expect(found.problems).toEqual([]);
  expect(found.files).toHaveLength(4);
  expect((await findFiles(["**/*.yaml", "b.yaml"], place.path)).files).toEqual(["a.yaml", "b.yaml", "deep/c.yaml"]);
  expect((await findFiles(["**/*.yaml", "!deep/**"], place.path)).files).toEqual(["a.yaml", "b.yaml"]);
  expect((await findFiles([join(place.path, "a.yaml")], "/")).files).toEqual([join(place.path, "a.yaml")]);
});

it("accepts the name of a file that looks like a glob", async () => {
  await using place = await folder("[a].yaml", "a.yaml");
  expect(await findFiles(["[a].yaml"], place.path)).toEqual({ files: ["[a].yaml"], problems: [] });
});

it.each([
  [["a.yaml", "missing.yaml"], ["a.yaml"], "error: File not found: missing.yaml"],
  [["a.yaml", "x/*.yaml"], ["a.yaml"], "error: No files match x/*.yaml. Correct or remove the pattern."],
  [["deep/"], [], "error: deep/ is a directory. Write deep/*.yaml."],
  [["dee*"], [], "error: No files match dee*. Correct or remove the pattern."],
  [["a.yaml/b"], [], "error: File not found: a.yaml/b"],
  [[""], [], "error: No project files given. Name at least one."],
  [["*.yaml", "!a.yaml"], [], "error: No files match *.yaml. Correct or remove the pattern."],
])("reports names and patterns without a file: %j", async (patterns, files, expected) => {
  await using place = await folder("a.yaml", "deep/b.yaml");
  const found = await findFiles(patterns, place.path);
  expect(found.files).toEqual(files);
  expect(found.problems.map(formatProblem)).toEqual([expected]);
});
