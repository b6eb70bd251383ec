import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { createLinks } from "../../action/file-locations.ts";
import { checkOut, projectFile, startService } from "./service.ts";

const SHA = "c".repeat(40);
const OF = (repository: string): string => `[remote "origin"]\n\turl = https://ghe.example:8443/${repository}\n`;
/** A checkout of a repository below the workspace. */
const repo = (name: string, folder: string) => ({
  [`${folder}.git/HEAD`]: `${SHA}\n`,
  [`${folder}.git/config`]: OF(name),
  [`${folder}sites/a.yaml`]: projectFile("a", "  must_exist: true\n"),
});

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Links from names in the temporary folder. */
  readonly links?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly patterns?: string;
}

/** The place of the annotation, and the address of the link in the summary. */
async function places({ files, folder = ".", links = {}, workspace = "", patterns = "sites/*.yaml" }: Case) {
  await using service = await startService();
  await using checkout = await checkOut(files);
  const at = (name: string): string => path.join(checkout.folder, name);
  for (const [link, target] of Object.entries(links)) await symlink(target, at(link));
  const { stdout, summary } = await service.run({
    mode: "plan",
    event: { name: "push" },
    folder: at(workspace),
    inputs: { files: patterns, "working-directory": folder },
    environment: {
      GITHUB_WORKSPACE: at(workspace),
      GITHUB_SHA: SHA,
      GITHUB_SERVER_URL: "https://ghe.example:8443",
    },
  });
  const [, annotation] = /^::error [^:]*file=([^,]+),line=2/m.exec(stdout) ?? [];
  const [, link] = /<a href="([^"]*)"><code>[^<]*a\.yaml:2</.exec(summary) ?? [];
  return { annotation, link: link?.replace(`https://ghe.example:8443/acme/sites/blob/${SHA}/`, "") };
}

const OWN = { annotation: "sites/a.yaml", link: "sites/a.yaml#L2" };

it.each<readonly [string, Case]>([
  ["at the workspace", { files: repo("acme/sites", "") }],
  ["in a working directory", { files: repo("acme/sites", ""), folder: "sites", patterns: "*.yaml" }],
  ["below the workspace", { files: repo("acme/sites", "main/"), folder: "main" }],
  ["below the working directory", { files: repo("acme/sites", "main/"), patterns: "main/sites/*.yaml" }],
  [
    "in a workspace that the runner reaches through a link",
    { files: repo("acme/sites", "disk/"), links: { work: "disk" }, workspace: "work" },
  ],
  [
    "without git, in a workspace that the runner reaches through a link",
    {
      files: { "disk/sites/a.yaml": projectFile("a", "  must_exist: true\n") },
      links: { work: "disk" },
      workspace: "work",
    },
  ],
  ["cloned from an address with a slash at its end", { files: repo("acme/sites/", "") }],
  [
    "behind a link to a file: GitHub shows a link without lines",
    { files: repo("acme/sites", ""), links: { "live-a.yaml": "sites/a.yaml" }, patterns: "live-a.yaml" },
  ],
])("annotations and links name the file in the repository, for a checkout %s", async (_case, checkout) => {
  expect(await places(checkout)).toEqual(OWN);
});

it("links lead to the commit of the files, such as that of the run before a workflow_run", async () => {
  const head = "d".repeat(40);
  const files = { ...repo("acme/sites", ""), ".git/HEAD": `${head}\n` };
  const link = `https://ghe.example:8443/acme/sites/blob/${head}/sites/a.yaml#L2`;
  expect(await places({ files })).toEqual({ annotation: "sites/a.yaml", link });
});

it.each<readonly [string, Case["links"]]>([
  ["that is not there", {}],
  ["that is a link to itself", { "disk/sites": "sites" }],
])(
  "an annotation names a file in a folder %s, in a workspace that the runner reaches through a link",
  async (_case, links) => {
    await using service = await startService();
    await using checkout = await checkOut({ "disk/.git/HEAD": `${SHA}\n` });
    const at = (name: string): string => path.join(checkout.folder, name);
    for (const [link, target] of Object.entries({ work: "disk", ...links })) await symlink(target, at(link));
    const { stdout } = await service.run({
      mode: "plan",
      event: { name: "push" },
      folder: at("work"),
      inputs: { files: "sites/a.yaml", "working-directory": at("work") },
      environment: { GITHUB_WORKSPACE: at("work") },
    });
    expect(stdout).toMatch(/^::error title=projectsync,file=sites\/a\.yaml::/m);
  },
);

it("an annotation names a link that leads out of the workspace, not where it leads", async () => {
  const files = { "disk/.git/HEAD": `${SHA}\n`, "private/a.yaml": projectFile("a") };
  await using service = await startService();
  await using checkout = await checkOut(files);
  const folder = path.join(checkout.folder, "disk");
  await symlink("../private/a.yaml", path.join(folder, "a.yaml"));
  const { stdout } = await service.run({ folder, mode: "plan", event: { name: "push" }, inputs: { files: "a.yaml" } });
  expect(stdout).toMatch(/^::error title=projectsync,file=a\.yaml::a\.yaml is not read/m);
});

it("no link leads to this repository for a file of another one", async () => {
  const files = repo("acme/other", "other/");
  expect(await places({ files, folder: "other" })).toEqual({ annotation: "other/sites/a.yaml", link: undefined });
});

it("a pattern that matches no file is named without a line and without a link", async () => {
  await using service = await startService();
  await using checkout = await checkOut(repo("acme/sites", ""));
  const { summary } = await service.run({
    mode: "plan",
    event: { name: "push" },
    folder: checkout.folder,
    inputs: { files: "site/*.yaml" },
    environment: { GITHUB_WORKSPACE: checkout.folder, GITHUB_SHA: SHA, GITHUB_SERVER_URL: "https://ghe.example:8443" },
  });
  expect(summary).toMatch(/<code>site\/\S*yaml<\/code>/);
  expect(summary).not.toMatch(/0:0|\/blob\//);
});

it.each(["ghe.example:8443", "localhost:3000", "file:///x", "ghe.example"])(
  "no page is at a server of %s",
  (server) => {
    const event = { name: "push", ref: "", sha: SHA, repository: "acme/sites", actor: "a", payload: {}, server };
    const run = { id: 1, attempt: 1 };
    expect(createLinks({ ...event, run, isRerun: false, workflow: undefined }, new Map()).run).toBeUndefined();
  },
);
