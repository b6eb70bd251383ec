import { readdirSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadFile } from "../provider/file/load-file.ts";
import manifest from "../package.json" with { type: "json" };

const ROOT = path.resolve(import.meta.dirname, "..");
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "test/README.md",
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), "utf8");
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, block = ""]) => block);

describe.each(DOCUMENTS)("%s", (name) => {
  it("has no broken link", async () => {
    const links = [...(await read(name)).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, link = ""]) => link,
    );
    await expect(
      Promise.all(links.map((link) => access(path.join(ROOT, path.dirname(name), link)))),
    ).resolves.toBeDefined();
  });

  it("names only npm scripts that exist", async () => {
    const named = [...(await read(name)).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe("README.md", () => {
  it("has a valid project file", async () => {
    const file = blocks(await read("README.md"), "yaml").find((block) => block.includes("version: 1")) ?? "";
    const loaded = loadFile("README.md", file, { environment: { GA_ID: "G-1" }, missingVariables: "error" });
    expect(loaded.problems).toEqual([]);
    expect(loaded.file?.domains).toHaveLength(2);
  });

  it("shows the two commands on its first screen", async () => {
    const screen = (await read("README.md")).split("\n").slice(0, 24).join("\n");
    expect(screen).toContain("npm ci && npm run demo");
    expect(screen).toContain("npm cit");
  });
});
