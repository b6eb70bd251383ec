import { readdirSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import GithubSlugger from "github-slugger";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const ROOT = path.resolve(import.meta.dirname, "..");
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "test/README.md",
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), "utf8");

/** The anchors of a page: its headings, and what it sets itself. */
function anchorsIn(text: string): readonly string[] {
  const slugger = new GithubSlugger();
  const headings = [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.+)$/gm)];
  const own = [...text.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, anchor = ""]) => anchor);
  return [
    ...headings.map(([, heading = ""]) => slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))),
    ...own,
  ];
}

describe.each(DOCUMENTS)("%s", (name) => {
  it("has no broken link, and none to a heading that is not there", async () => {
    const links = [...(await read(name)).matchAll(/\]\((?![a-z]+:)([^)#]*)(?:#([^)]*))?\)/g)];
    for (const [, link = "", anchor] of links) {
      const target = link === "" ? name : path.join(path.dirname(name), link);
      await access(path.join(ROOT, target));
      if (anchor !== undefined) expect(anchorsIn(await read(target)), `${link}#${anchor}`).toContain(anchor);
    }
  });

  it("names only npm scripts that exist", async () => {
    const named = [...(await read(name)).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe("README.md", () => {
  it("shows the two commands on its first screen", async () => {
    const screen = (await read("README.md")).split("\n").slice(0, 24).join("\n");
    expect(screen).toContain("npm ci && npm run demo");
    expect(screen).toContain("npm cit");
  });
});
