import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { formatProblem } from "../../provider/file/problem.ts";
import { loadFiles } from "../../sync/load-files.ts";

const OPTIONS = { environment: {}, missingVariables: "tolerate" } as const;

const DEVICES: readonly (readonly [string, (file: string) => Promise<unknown>, string])[] = [
  ["an endless device", (file) => symlink("/dev/zero", file), "not a regular file; check that it is the right file"],
  [
    "a named pipe",
    (file) => promisify(execFile)("mkfifo", [file]),
    "not a regular file; check that it is the right file",
  ],
  [
    "a file that grows while it is read",
    // Has no size, and is larger than 1 MiB where it has one.
    (file) => symlink("/proc/kallsyms", file),
    "larger than 1 MiB, the limit for a project file; check that it is the right file",
  ],
  [
    "a file of 1 GiB",
    (file) => promisify(execFile)("truncate", ["-s", "1G", file]),
    "larger than 1 MiB, the limit for a project file; check that it is the right file",
  ],
];

describe("a project file is a regular file of at most 1 MiB, not", () => {
  it.each(DEVICES)("%s", async (_what, make, expected) => {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-"));
    await make(path.join(place.path, "a.yaml"));
    const { problems, files } = await loadFiles(["a.yaml"], { folder: place.path }, OPTIONS);
    expect(files).toEqual([]);
    expect(problems.map(formatProblem)).toEqual([`a.yaml:1:1: error: ${expected}`]);
  });
});

it("reads at most 16 MiB in all", async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-"));
  const names = Array.from({ length: 18 }, (_, index) => `${String.fromCodePoint(97 + index)}.yaml`);
  const text = `version: 1 #${"x".repeat(1024 * 1024 - 12)}`;
  await Promise.all(names.map((name) => writeFile(path.join(place.path, name), text)));
  const { problems } = await loadFiles(["*.yaml"], { folder: place.path }, OPTIONS);
  expect(problems.map(formatProblem).filter((problem) => !problem.includes("required field"))).toEqual([
    "q.yaml:1:1: error: all project files of a run together are larger than 16 MiB; use several runs",
  ]);
});

it("reads no file of git, such as one that holds a token", async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-"));
  await mkdir(path.join(place.path, ".git"));
  await writeFile(path.join(place.path, ".git/config"), "canary: token\n");
  await symlink(".git/config", path.join(place.path, "a.yaml"));
  const { problems } = await loadFiles(["a.yaml"], { folder: place.path, workspace: place.path }, OPTIONS);
  expect(problems.map(formatProblem)).toEqual(["error: a.yaml is not read: it is, or links to, a file of git."]);
});
