import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadFile } from "../core/file/load-file.ts";
import { addressOfMore, FAILURE_REASONS, type FailureReason } from "../core/text/explanations.ts";
import manifest from "../package.json" with { type: "json" };

const ROOT = path.resolve(import.meta.dirname, "..");
const filesIn = (folder: string, end: RegExp): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name) && !name.includes("node_modules"))
    .map((name) => path.join(folder, name));
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "test/README.md",
  ...filesIn("docs", /\.md$/),
  ...filesIn("examples", /\.md$/),
];

const PAGES_FOR_USERS = filesIn("docs", /\.md$/).filter((page) => !page.startsWith("docs/internals/"));

const read = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");
const withoutCode = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, block = ""]) => block);

/** The anchor that GitHub gives each heading, and those that are written. */
const anchorsOf = (text: string): string[] => [
  ...[...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-"),
  ),
  ...[...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor = ""]) => anchor),
];

const isReason = (name: string): name is FailureReason => name in FAILURE_REASONS;

function isBroken(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith(".md") && !anchorsOf(read(target)).includes(anchor);
}

describe.each(DOCUMENTS)("%s", (name) => {
  const text = read(name);

  it("has no broken link and no broken anchor", () => {
    const links = [...withoutCode(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => isBroken(name, link))).toEqual([]);
    const own = [...text.matchAll(/\]\(https:\/\/github\.com\/projectsync\/projectsync\/blob\/main\/([^)\s]+)\)/g)];
    expect(own.filter(([, link = ""]) => isBroken("README.md", link))).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
  });

  it("can be read aloud: columns and folds have a name, and pictures a text", () => {
    const heads = [...withoutCode(text).matchAll(/^(\|.*\|)\n\| ?:?-/gm)].map(([, head = ""]) => head);
    expect(heads.filter((head) => /\| *\|/.test(head))).toEqual([]);
    expect(text.match(/<details>(?!\s*<summary>[^<]*\w)/g)).toBeNull();
    expect(text.match(/!\[\]/g)).toBeNull();
  });
});

it("each page that a source, a workflow or a schema names exists", () => {
  const sources = ["core", "provider", "sync", "action", "cli", "emulator", "schema", "examples", "bench", "scripts"];
  const named = ["action.yml", ...sources.flatMap((folder) => filesIn(folder, /\.(?:ts|cjs|json|ya?ml)$/))].flatMap(
    (file) => [...read(file).matchAll(/(?<![\w./])docs\/[\w/-]+\.md/g)].map(([page]) => page),
  );
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((page) => !existsSync(path.join(ROOT, page)))).toEqual([]);
});

it("the package carries what the README and the pages for users link to", () => {
  const carried = ["README.md", "LICENSE", "package.json", ...manifest.files];
  const targets = ["README.md", ...PAGES_FOR_USERS].flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, link = ""]) =>
      path.join(path.dirname(page), link),
    ),
  );
  const isCarried = (target: string): boolean =>
    !target.startsWith("docs/internals/") &&
    carried.some((part) => target === part || target.startsWith(`${part}/`) || path.matchesGlob(target, part));
  expect(targets.length).toBeGreaterThan(50);
  expect([...new Set(targets)].filter((target) => !isCarried(target))).toEqual([]);
});

it("the index lists each page for users, and the index of docs/internals each other one", () => {
  const missing = (index: string, pages: readonly string[]): string[] => {
    const links = [...read(index).matchAll(/\]\(([^)#]+)/g)];
    const linked = new Set(links.map(([, link = ""]) => path.join(path.dirname(index), link)));
    return pages.filter((page) => page !== index && !linked.has(page));
  };
  const internal = filesIn("docs/internals", /\.md$/).filter((page) => !/decisions\/\d/.test(page));
  expect(missing("docs/README.md", PAGES_FOR_USERS)).toEqual([]);
  expect(missing("docs/internals/README.md", internal)).toEqual([]);
});

it("the pages for users have at most 15,000 words, besides generated tables and outputs", () => {
  const words = PAGES_FOR_USERS.flatMap((page) => {
    const written = read(page).replaceAll(/<!-- (?:table|run) [^]*?<!-- end -->/g, "");
    return written.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  });
  expect(words.length).toBeLessThanOrEqual(15_000);
});

it("docs/troubleshooting.md has the anchor that a message names", () => {
  const anchors = anchorsOf(read("docs/troubleshooting.md"));
  const reasons = Object.keys(FAILURE_REASONS).filter(isReason);
  const linked = reasons.flatMap((reason) => addressOfMore(reason)?.split("/docs/troubleshooting.md#").slice(1) ?? []);
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

it("docs/troubleshooting.md fills each placeholder of an explanation", () => {
  expect(read("docs/troubleshooting.md").match(/.*(?:\{\w+\}| [,:.] ).*/g)).toBeNull();
});

describe("README.md", () => {
  it("has a valid project file", () => {
    const file = blocks(read("README.md"), "yaml").find((block) => block.includes("version: 1")) ?? "";
    const loaded = loadFile("README.md", file, { environment: { GA_ID: "G-1" }, missingVariables: "error" });
    expect(loaded.problems).toEqual([]);
    expect(loaded.file?.domains).toHaveLength(2);
  });

  it("shows the two commands on its first screen", () => {
    const screen = read("README.md").split("\n").slice(0, 24).join("\n");
    expect(screen).toContain("npm ci && npm run demo");
    expect(screen).toContain("npm cit");
  });
});
