import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findOrigin } from "../../action/checkout.ts";
import { coveredFiles } from "../../action/covered-files.ts";
import { checkOut } from "./service.ts";

const FILES = ["sites/a.yaml", "sites/drafts/b.yaml", "shared/c.yaml", "projectsync.yaml", "top.yaml"];

const REMOTE = '[remote "origin"]\n\turl';
const OTHER = { "other/a.yaml": "", "other/.git/config": `${REMOTE} = https://github.com/acme/other` };

interface Case {
  readonly patterns: readonly string[];
  readonly folder?: string;
  /** More files, by name, such as those of another checkout. */
  readonly others?: Readonly<Record<string, string>>;
  /** Where the repository is checked out to, in the workspace. */
  readonly checkout?: string;
}

/** In a pattern: the path of the workspace, and of a link to it. */
const [WORKSPACE, LINK] = ["<workspace>", "<link>"];

async function covered({ patterns: given, folder = "", checkout = "", others = {} }: Case, names: readonly string[]) {
  const files = FILES.map((name) => [path.join(checkout, name), ""] as const);
  await using workspace = await checkOut({ ...Object.fromEntries(files), ...others });
  const root = path.join(workspace.folder, checkout);
  await mkdir(path.join(root, ".git"), { recursive: true });
  await writeFile(path.join(root, ".git/HEAD"), "a".repeat(40));
  const link = path.join(workspace.folder, "link");
  await symlink(workspace.folder, link);
  const patterns = given.map((each) => each.replace(WORKSPACE, workspace.folder).replace(LINK, link));
  const places = { engine: "direct" as const, patterns, folder: path.join(root, folder), workspace: workspace.folder };
  const event = { workflow: ".github/workflows/sites.yml", repository: "acme/Sites", sha: "a".repeat(40) };
  return names.filter(await coveredFiles(await findOrigin(places), places, event));
}

describe("files that a run covers", () => {
  it.each<readonly [string, Case, readonly string[], readonly string[]]>([
    ["by name", { patterns: ["sites/a.yaml"] }, ["sites/a.yaml"], ["a.yaml", "sites/b.yaml", "x/sites/a.yaml"]],
    ["by a glob, new ones too", { patterns: ["./sites/*.yaml"] }, ["sites/a.yaml", "sites/new.yaml"], ["top.yaml"]],
    ["by a glob of all but some characters", { patterns: ["sites/[!z].yaml"] }, ["sites/n.yaml"], ["sites/z.yaml"]],
    [
      "without those that are excluded",
      { patterns: ["sites/**/*.yaml", "!./sites/drafts/**"] },
      ["sites/a.yaml", "sites/x/new.yaml"],
      ["sites/drafts/b.yaml", "sites/drafts/new.yaml"],
    ],
    ["by default", { patterns: [] }, ["projectsync.yaml", "projectsync.yml"], ["sites/projectsync.yaml"]],
    [
      "in a working directory",
      { patterns: ["*.yaml", "../top.yaml"], folder: "sites" },
      ["sites/a.yaml", "sites/new.yaml", "top.yaml"],
      ["a.yaml", "other.yaml"],
    ],
    [
      "in a checkout below the workspace",
      { patterns: ["sites/*.yaml"], checkout: "repository" },
      ["sites/a.yaml", "sites/new.yaml"],
      ["repository/sites/a.yaml"],
    ],
    [
      "in a checkout below the working directory",
      { patterns: ["repository/sites/*.yaml"], checkout: "repository", folder: ".." },
      ["sites/a.yaml", "sites/new.yaml"],
      ["repository/sites/a.yaml", "a.yaml"],
    ],
    [
      "beside a checkout of another repository",
      { patterns: ["sites/a.yaml", "other/*.yaml"], others: OTHER },
      ["sites/a.yaml"],
      ["a.yaml", "top.yaml", "b/sites/a.yaml"],
    ],
    [
      "in a checkout of the run's commit from a mirror",
      { patterns: ["sites/a.yaml"], others: { ".git/config": `${REMOTE} = /srv/mirrors/sites-mirror.git` } },
      ["sites/a.yaml"],
      ["top.yaml"],
    ],
    [
      "in a second checkout of the repository",
      {
        patterns: ["other/*.yaml"],
        others: { ...OTHER, "other/.git/config": `${REMOTE} = git@github.com:acme/sites.git` },
      },
      ["a.yaml", "top.yaml"],
      ["sites/a.yaml"],
    ],
    [
      "in no checkout, beside files in one",
      { patterns: ["new.yaml", "repo/top.yaml"], checkout: "repo", folder: "..", others: { "new.yaml": "" } },
      ["new.yaml", "top.yaml"],
      ["sites/a.yaml"],
    ],
    [
      "by globs with the path of the workspace",
      { patterns: [`${WORKSPACE}/sites/**/*.yaml`, `!${WORKSPACE}/sites/drafts/**`] },
      ["sites/a.yaml", "sites/x/new.yaml"],
      ["top.yaml", "sites/drafts/new.yaml"],
    ],
    [
      "by a glob with the path of a workspace behind a link, in a working directory",
      { patterns: [`${LINK}/*.yaml`], folder: "sites" },
      ["top.yaml", "new.yaml"],
      ["sites/new.yaml"],
    ],
    ["with the workflow", { patterns: ["top.yaml"] }, [".github/workflows/sites.yml"], [".github/workflows/x.yml"]],
  ])("%s", async (_case, run, inside, outside) => {
    expect(await covered(run, [...inside, ...outside])).toEqual(inside);
  });
});
