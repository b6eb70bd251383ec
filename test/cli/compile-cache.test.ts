import { chmod, mkdir, mkdtempDisposable, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { cacheFolder } from "../../cli/compile-cache.ts";

/* Who can write the folder of compiled code can change what the program does. */

const WRITABLE = 0o777;

it.skipIf(process.platform === "win32").each<readonly [string, (cache: string) => Promise<unknown>, boolean]>([
  ["there is none yet", async () => undefined, true],
  ["it is there", (cache) => mkdir(path.join(cache, "projectsync"), { recursive: true }), true],
  ["others can write the one above", (cache) => mkdir(cache).then(() => chmod(cache, WRITABLE)), false],
  [
    "others can write it",
    async (cache) => {
      await mkdir(path.join(cache, "projectsync"), { recursive: true });
      await chmod(path.join(cache, "projectsync"), WRITABLE);
    },
    false,
  ],
  ["it cannot be read", (cache) => symlink(cache, cache), false],
])("is used only if it is this account's alone: %s", async (_what, prepare, isUsed) => {
  await using home = await mkdtempDisposable(path.join(tmpdir(), "projectsync-home-"));
  const cache = path.join(home.path, ".cache");
  await prepare(cache);
  expect(cacheFolder(() => home.path)).toBe(isUsed ? path.join(cache, "projectsync") : undefined);
});

it("is none for an account that no list of accounts has", () => {
  const unknown = (): string => {
    throw new Error("no such account");
  };
  expect(cacheFolder(unknown)).toBeUndefined();
});
