import { readFile } from "node:fs/promises";
import path from "node:path";
import { rolldown } from "rolldown";
import { glob } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { licenseNotices } from "../scripts/license-notices.ts";
import { checkOut } from "./action/service.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

const { packages } = lockSchema.parse(JSON.parse(await readFile(path.join(ROOT, "package-lock.json"), "utf8")));
const installed = Object.entries(packages).filter(([place]) => place.includes("node_modules/"));

describe("the lock file", () => {
  it("has the hash of each package, the Node of the scripts included", () => {
    // A bundled package is inside the archive of another, and a link is a folder of this repository.
    const loose = installed.filter(
      ([, { integrity, inBundle, link }]) => !inBundle && !link && integrity === undefined,
    );
    expect(loose.map(([place]) => place)).toEqual([]);
    const nodes = installed.filter(([place]) => /^node_modules\/node-(?:bin-)?(?:linux|darwin|win)-/.test(place));
    expect(nodes).toHaveLength(5);
    expect(nodes.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  it("of the runtimes has the hash of each", async () => {
    const text = await readFile(path.join(ROOT, "scripts/runtimes/package-lock.json"), "utf8");
    const runtimes = Object.entries(lockSchema.parse(JSON.parse(text)).packages).filter(([place]) => place !== "");
    expect(runtimes.map(([place]) => place)).toEqual(
      ["newest", "oldest", "runner"].map((name) => `node_modules/${name}`),
    );
    expect(runtimes.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  it("takes packages only from the registry", () => {
    const elsewhere = installed.filter(
      ([, { resolved, link }]) =>
        !link && resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
    );
    expect(elsewhere).toEqual([]);
  });

  it("has no package that runs its own code when it is installed, except one that is refused", () => {
    const allowScripts: Readonly<Record<string, boolean>> = manifest.allowScripts;
    const running = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.replace(/^.*node_modules\//, ""));
    expect(running.filter((name) => allowScripts[name] !== false)).toEqual([]);
  });
});

describe("the package", () => {
  it("is never run as `npx projectsync`: without an installed package, npx asks the registry for a name that is not ours yet", async () => {
    const files = await glob(["*.md", "{docs,examples,.github,cli,core,sync,action,provider}/**/*"], {
      cwd: ROOT,
      dot: true,
    });
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(path.join(ROOT, file), "utf8")]));
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter(([, text]) => /npx(?:["',\s[]|--yes|-y)+projectsync/.test(String(text)))).toEqual([]);
  });

  it("says where its code is: npm's provenance is refused for another repository than that of the release", async () => {
    const [, name] = /^git\+https:\/\/github\.com\/([\w-]+\/[\w-]+)\.git$/.exec(manifest.repository.url) ?? [];
    expect(manifest).toMatchObject({
      homepage: `https://github.com/${name}#readme`,
      bugs: { url: `https://github.com/${name}/issues` },
    });
    const release = await readFile(path.join(ROOT, ".github/workflows/release.yml"), "utf8");
    expect(release.match(/github\.repository == '(.*)'/g)).toEqual(Array(4).fill(`github.repository == '${name}'`));
    expect(release).toMatch(/npm publish \S+ --provenance/);
  });
});

/** Bundles one file that imports all packages of a folder. */
async function bundle(folders: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<string> {
  const files = Object.entries(folders).flatMap(([folder, inside]) =>
    Object.entries(inside).map(([name, text]) => [`${folder}/${name}`, text]),
  );
  const imports = Object.keys(folders).map((folder) => `import "./${folder}/index.js";`);
  await using place = await checkOut({ ...Object.fromEntries(files), "main.js": imports.join("\n") });
  await using build = await rolldown({
    input: path.join(place.folder, "main.js"),
    plugins: [licenseNotices("main.js contains these packages.")],
  });
  const { output } = await build.generate({ format: "esm" });
  const file = output.find(({ fileName }) => fileName === "THIRD-PARTY-NOTICES.txt");
  return file?.type === "asset" ? String(file.source) : "";
}

const files = (name: string, version = "1.0.0") => ({
  "package.json": JSON.stringify({ name, version, license: "MIT" }),
  "index.js": `globalThis[${JSON.stringify(name + version)}] = 1;`,
  LICENSE: `Copyright of ${name}\r\nAll rights`,
});

describe("the notices beside the bundle", () => {
  it("have the licences of exactly the packages in it", async () => {
    const notices = await bundle({ "node_modules/b": files("b"), "node_modules/@a/a": files("@a/a", "2.0.0") });
    expect(notices.match(/^\S+ \d.*$/gm)).toEqual(["@a/a 2.0.0 (MIT)", "b 1.0.0 (MIT)"]);
    expect(notices).toContain("Copyright of b\nAll rights");
  });

  it("fail the build for a package without a licence text", async () => {
    const { LICENSE: _license, ...others } = files("b");
    await expect(bundle({ "node_modules/b": others })).rejects.toThrow("b has no licence text");
  });

  it("fail the build for two versions of one package", async () => {
    const two = { "node_modules/b": files("b"), "node_modules/a/node_modules/b": files("b", "2.0.0") };
    await expect(bundle(two)).rejects.toThrow("two versions of b");
  });
});
