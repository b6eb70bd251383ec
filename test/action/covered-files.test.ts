import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { coveredFiles } from "../../action/covered-files.ts";
import { checkOut } from "./service.ts";

const FILES = ["sites/a.yaml", "sites/drafts/b.yaml", "shared/c.yaml", "projectsync.yaml", "top.yaml"];

const REMOTE = '[remote "origin"]\n\turl';
const MODULE = {
  "module/a.yaml": "",
  "module/.git": "gitdir: ../.git/modules/module\n",
  ".git/modules/module/config": `${REMOTE} = https://github.com/acme/module`,
};
const OTHER = { "other/a.yaml": "", "other/.git/config": `${REMOTE} = https://github.com/acme/other` };

interface Case {
  readonly patterns: readonly string[];
  readonly folder?: string;
  /** More files, by name, such as those of another checkout. */
  readonly others?: Readonly<Record<string, string>>;
  /** Where the repository is checked out to, in the workspace. */
  readonly checkout?: string;
  /** Targets by link. */
  readonly links?: Readonly<Record<string, string>>;
}

async function covered(
  { patterns, folder = "", checkout = "", links = {}, others = {} }: Case,
  names: readonly string[],
) {
  const files = FILES.map((name) => [path.join(checkout, name), ""] as const);
  await using workspace = await checkOut({ ...Object.fromEntries(files), ...others });
  const root = path.join(workspace.folder, checkout);
  await mkdir(path.join(root, ".git"), { recursive: true });
  await writeFile(path.join(root, ".git/HEAD"), "a".repeat(40));
  for (const [link, target] of Object.entries(links)) await symlink(target, path.join(root, link));
  const places = { patterns, folder: path.join(root, folder), workspace: workspace.folder };
  const event = { workflow: ".github/workflows/sites.yml", repository: "acme/Sites" };
  return names.filter(await coveredFiles(places, event));
}

describe("files that a run covers", () => {
  it.each<readonly [string, Case, readonly string[], readonly string[]]>([
    ["by name", { patterns: ["sites/a.yaml"] }, ["sites/a.yaml"], ["a.yaml", "sites/b.yaml", "x/sites/a.yaml"]],
    ["by a glob, new ones too", { patterns: ["./sites/*.yaml"] }, ["sites/a.yaml", "sites/new.yaml"], ["top.yaml"]],
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
      "in a submodule, as the commit that it is at",
      { patterns: ["module/*.yaml"], others: MODULE },
      ["module", "module/new.yaml"],
      ["a.yaml", "top.yaml"],
    ],
    [
      "beside a checkout of another repository",
      { patterns: ["sites/a.yaml", "other/*.yaml"], others: OTHER },
      ["sites/a.yaml"],
      ["a.yaml", "top.yaml", "b/sites/a.yaml"],
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
      "through links to files",
      { patterns: ["live.yaml"], links: { "live.yaml": "current.yaml", "current.yaml": "shared/c.yaml" } },
      ["live.yaml", "current.yaml", "shared/c.yaml"],
      ["sites/a.yaml"],
    ],
    [
      "new ones in a working directory that is a link, and below one",
      { patterns: ["*.yaml", "drafts/*.yaml"], folder: "wd", links: { wd: "sites" } },
      ["sites/new.yaml", "sites/drafts/new.yaml"],
      ["new.yaml", "shared/new.yaml"],
    ],
    [
      "new ones of a glob in a link to a folder",
      { patterns: ["live/*.yaml"], links: { live: "shared" } },
      ["shared/new.yaml"],
      ["new.yaml", "shared/x/new.yaml"],
    ],
    [
      "through a link to a folder",
      { patterns: ["live/c.yaml"], links: { live: "shared" } },
      ["live", "shared/c.yaml"],
      ["shared/d.yaml", "shared/c.yaml.orig", "li"],
    ],
    [
      "through a link below a link to a folder, from where it is",
      {
        patterns: ["live/site.yaml"],
        links: { live: "c/d", "c/d/site.yaml": "../g", g: "live/site.yaml" },
        others: { "c/g": "", "c/d/x": "" },
      },
      ["live", "c/d/site.yaml", "c/g"],
      ["g", "c/d/x", "top.yaml"],
    ],
    [
      "through links to folders, one after the other, with .. in them",
      {
        patterns: ["live/c.yaml"],
        links: { live: "middle/../up", middle: "sites/drafts", "sites/up": "../end", end: "shared" },
      },
      ["live", "middle", "sites/up", "end", "shared/c.yaml"],
      ["sites/drafts/b.yaml", "shared/d.yaml"],
    ],
    ["with the workflow", { patterns: ["top.yaml"] }, [".github/workflows/sites.yml"], [".github/workflows/x.yml"]],
  ])("%s", async (_case, run, inside, outside) => {
    expect(await covered(run, [...inside, ...outside])).toEqual(inside);
  });
});
