import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Yarn's Plug'n'Play replaces `node:fs`, and its `read` and `readSync` take no object of options (Yarn 4): no file could be read. */
const READ_WITH_OPTIONS = /\bread(?:Sync)?\([^;]*?,\s*\{/;

it("no file is read through the form of read that Yarn's Plug'n'Play lacks", async () => {
  const found: string[] = [];
  for await (const name of glob("{provider,sync,engine,action,cli}/**/*.ts", { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, name), "utf8");
    if (/from "node:fs/.test(text) && READ_WITH_OPTIONS.test(text)) found.push(name);
  }
  expect(found).toEqual([]);
});

it("finds that form", () => {
  expect("last = readSync(file, buffer, { offset: total });").toMatch(READ_WITH_OPTIONS);
  expect("await handle.read(buffer, { offset });").toMatch(READ_WITH_OPTIONS);
});
