import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import manifest from "../package.json" with { type: "json" };
import { keepReachedDeclarations } from "./keep-reached-declarations.ts";
import { PACKAGE_BUNDLE } from "./package-bundle.ts";

/*
 * Builds the package in lib/, or in the folder that is named: the compiler writes the types, and the code is bundled with its
 * dependencies, because reading 600 modules takes longer than a run. The new folder replaces the old one at the end: a build that
 * fails changes nothing.
 */

const ROOT = path.join(import.meta.dirname, "..");
const [target = path.join(ROOT, "lib")] = process.argv.slice(2);

// Beside the target: it is renamed, and that works only within a file system.
const folder = mkdtempSync(`${path.resolve(target)}-`);
try {
  execFileSync("tsc", ["-p", path.join(ROOT, "tsconfig.build.json"), "--outDir", folder], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const entries = [".", "./runtime", "./emulator"] as const;
  keepReachedDeclarations(
    folder,
    entries.map((name) => path.relative("lib", manifest.exports[name].types)),
  );
  const { output, ...input } = PACKAGE_BUNDLE;
  await using build = await rolldown(input);
  await build.write({ ...output, dir: folder });
  for (const program of Object.values(manifest.bin)) chmodSync(path.join(folder, path.relative("lib", program)), 0o755);
  // mkdtemp makes folders that only their owner can read.
  chmodSync(folder, 0o755);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
