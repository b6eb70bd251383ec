import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { formatProblem } from "../../core/file/problem.ts";
import { loadFiles, MOST_IN_ALL } from "../../sync/run/load-files.ts";

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

describe("the files of a run", () => {
  const project = (slug: string, rest = ""): string =>
    `version: 1\nproject: { organization_id: org_1, slug: ${slug} }\n${rest}`;

  async function load(files: Readonly<Record<string, string>>, most: Parameters<typeof loadFiles>[3] = MOST_IN_ALL) {
    await using place = await mkdtempDisposable(path.join(tmpdir(), "projectsync-"));
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(place.path, name), text);
    return loadFiles(["*.yaml"], { folder: place.path }, OPTIONS, most);
  }

  it("have a limit for their values in all", async () => {
    const domains = (slug: string): string =>
      `domains:\n${Array.from({ length: 100 }, (_none, index) => `- a${index}.${slug}.co\n`).join("")}`;
    const names = ["a", "b", "c", "d", "e", "f"];
    const { files, problems } = await load(
      Object.fromEntries(names.map((name) => [`${name}.yaml`, project(name, domains(name))])),
      { ...MOST_IN_ALL, values: 1000 },
    );
    expect(files.map(({ file }) => file)).toEqual(["a.yaml", "b.yaml", "c.yaml", "d.yaml"]);
    expect(problems.map(formatProblem)).toEqual([
      "e.yaml:1:1: error: all project files of a run together have more than 1000 values; use several runs",
    ]);
  });

  it("are not checked any more after 1,000 errors", async () => {
    const wrong = Array.from({ length: 99 }, (_none, index) => `a${index}: 1\n`).join("");
    const names = Array.from({ length: 15 }, (_none, index) => `${String.fromCodePoint(97 + index)}.yaml`);
    const { files, problems } = await load(Object.fromEntries(names.map((name) => [name, project("s", wrong)])));
    expect(files).toEqual([]);
    expect(problems).toHaveLength(1090);
    expect(problems.slice(-1).map(formatProblem)).toEqual([
      "l.yaml:1:1: error: this file and all after it are not checked (4); fix the problems above first",
    ]);
  });
});
