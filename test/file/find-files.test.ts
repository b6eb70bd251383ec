import { writeFileSync } from "node:fs";
import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFiles, MAX_FILES } from "../../core/file/find-files.ts";
import { formatProblem } from "../../core/file/problem.ts";

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

it("leaves out what is excluded, however it was named: a shell writes names in place of a glob", async () => {
  await using place = await folder("sites/a.yaml", "sites/draft.yaml", "work/x.yaml");
  const work = join(place.path, "work");
  const without = "!../sites/draft.yaml";
  for (const files of [["../sites/a.yaml", "../sites/draft.yaml"], ["../sites/*.yaml"]]) {
    expect(await findFiles([...files, without], work)).toEqual({ files: ["../sites/a.yaml"], problems: [] });
  }
  const absolute = join(place.path, "sites/draft.yaml");
  expect((await findFiles(["../sites/a.yaml", absolute, without], work)).files).toEqual(["../sites/a.yaml"]);
  expect((await findFiles([absolute, "!"], work)).files).toEqual([absolute]);
  expect((await findFiles([absolute, without], work)).problems).toMatchObject([
    { message: expect.stringMatching(/^All files are excluded: /) },
  ]);
});

it.each(["!sites/old", "!sites/old/", "!**/old", "!sites/old/**"])(
  "leaves out a folder that %s excludes",
  async (without) => {
    await using place = await folder("sites/a.yaml", "sites/old/b.yaml", "sites/old/deep/c.yaml");
    const found = await findFiles(["sites/**/*.yaml", without], place.path);
    expect(found).toEqual({ files: ["sites/a.yaml"], problems: [] });
  },
);

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
  [["*.yaml", "!a.yaml"], [], "error: All files are excluded: *.yaml !a.yaml. Correct or remove a pattern."],
])("reports names and patterns without a file: %j", async (patterns, files, expected) => {
  await using place = await folder("a.yaml", "deep/b.yaml");
  const found = await findFiles(patterns, place.path);
  expect(found.files).toEqual(files);
  expect(found.problems.map(formatProblem)).toEqual([expected]);
});

it.each<[names: readonly string[], files: readonly string[], problem: string]>([
  [["projectsync.yaml"], ["projectsync.yaml"], ""],
  [["projectsync.yml"], ["projectsync.yml"], ""],
  [["projectsync.yaml", "projectsync.yml"], [], "There are both projectsync.yaml and projectsync.yml."],
  [["other.yaml"], [], "has neither projectsync.yaml nor projectsync.yml. Name the project files."],
])("finds the default file among %j", async (names, files, problem) => {
  await using place = await folder(...names);
  const found = await findFiles([], place.path);
  expect(found.files).toEqual(files);
  expect(found.problems.map(formatProblem).join("\n")).toContain(problem);
});

describe("links", () => {
  it("are not matched or followed by globs; a name may be a link in the workspace", async () => {
    await using place = await folder("work/a.yaml", "work/deep/b.yaml", "outside/c.yaml");
    const work = join(place.path, "work");
    await symlink("deep/b.yaml", join(work, "link.yaml"));
    await symlink("/", join(work, "root"));
    await symlink("../outside", join(work, "folder.yaml"));
    expect(await findFiles(["**/*.yaml"], work)).toEqual({ files: ["a.yaml", "deep/b.yaml"], problems: [] });
    expect(await findFiles(["link.yaml"], work, work)).toEqual({ files: ["link.yaml"], problems: [] });
  });

  it.each([["link.yaml"], ["../outside/c.yaml"], ["../outside/*.yaml"], ["folder/c.yaml"], ["folder/*.yaml"]])(
    "to files outside of the workspace are not read: %s",
    async (pattern) => {
      await using place = await folder("work/deep/b.yaml", "outside/c.yaml");
      const work = join(place.path, "work");
      await symlink("../outside/c.yaml", join(work, "link.yaml"));
      await symlink("../outside", join(work, "folder"));
      const found = await findFiles([pattern], work, work);
      expect(found.files).toEqual([]);
      expect(found.problems.map(formatProblem)).toEqual([expect.stringContaining("a file outside of the workspace")]);
    },
  );

  it("are followed where the user names a file, and a glob leads anywhere, if no workspace is set", async () => {
    await using place = await folder("work/b.yaml", "outside/c.yaml");
    const work = join(place.path, "work");
    await symlink("../outside/c.yaml", join(work, "link.yaml"));
    const named = ["../outside/c.yaml", "link.yaml"];
    expect(await findFiles(named, work)).toEqual({ files: named, problems: [] });
    expect(await findFiles(["../outside/*.yaml"], work)).toEqual({ files: ["../outside/c.yaml"], problems: [] });
    expect((await findFiles(["*.yaml"], work)).files).toEqual(["b.yaml"]);
  });

  it("may lead to the workspace itself, or away from it and back", async () => {
    await using place = await folder("work/a.yaml");
    await symlink("work", join(place.path, "other"));
    await symlink("../other/a.yaml", join(place.path, "work/back.yaml"));
    const other = join(place.path, "other");
    const found = await findFiles(["*.yaml", "back.yaml"], other, other);
    expect(found).toEqual({ files: ["a.yaml", "back.yaml"], problems: [] });
  });

  it("that lead nowhere, or to themselves, are files that do not exist", async () => {
    await using place = await folder("a.yaml");
    await symlink("missing", join(place.path, "dead.yaml"));
    await symlink("loop.yaml", join(place.path, "loop.yaml"));
    const found = await findFiles(["dead.yaml", "loop.yaml", "*.yaml"], place.path);
    expect(found.files).toEqual(["a.yaml"]);
    expect(found.problems.map(formatProblem)).toEqual(
      ["dead.yaml", "loop.yaml"].map((name) => `error: File not found: ${name}`),
    );
  });
});

it("reads none of more than 10,000 files, which a stranger may have made", async () => {
  await using place = await folder();
  for (let index = 0; index <= MAX_FILES; index += 1) writeFileSync(join(place.path, `${index}.yaml`), "");
  const { files, problems } = await findFiles(["*.yaml"], place.path);
  expect(files).toEqual([]);
  expect(problems.map(formatProblem)).toEqual([
    "error: There are 10001 project files, and a run reads at most 10000. Use several runs.",
  ]);
  expect((await findFiles(["*.yaml", "!7.yaml"], place.path)).files).toHaveLength(MAX_FILES);
});

it("reads no file of git below any folder of the workspace, though a link leads there", async () => {
  await using place = await folder("sub/.git/config");
  await symlink("sub/.git/config", join(place.path, "site.yaml"));
  const found = await findFiles(["site.yaml"], place.path, place.path);
  expect(found.files).toEqual([]);
  expect(found.problems).toHaveLength(1);
});
