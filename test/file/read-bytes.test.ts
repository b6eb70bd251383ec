import { readFile } from "node:fs/promises";
import path from "node:path";
import { glob } from "tinyglobby";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A call of read, readSync, write or writeSync with an object of options. */
const WITH_OPTIONS = /\b(?:read|write)(?:Sync)?\([^;]*\{\s*(?:buffer|offset|length|position)\b/;

it("files are read with positional arguments: Yarn's PnP takes no object of options", async () => {
  expect("readSync(file, buffer, { offset: total });").toMatch(WITH_OPTIONS);
  const files = await glob("{core,provider,sync,action,cli,emulator}/**/*.ts", { cwd: ROOT });
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(path.join(ROOT, file), "utf8")]));
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter(([, text]) => text !== undefined && WITH_OPTIONS.test(text)).map(([file]) => file)).toEqual([]);
});
