import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import manifest from "../package.json" with { type: "json" };

/* What a user's TypeScript finds in the built package. Packs it in a folder of its own: attw would remove a tarball that lies here. */

const folder = mkdtempSync(path.join(tmpdir(), "projectsync-types-"));
const options = { stdio: "inherit", shell: process.platform === "win32" } as const;
try {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], options);
  const rules = ["--ignore-rules", "cjs-resolves-to-esm", "--exclude-entrypoints", "./schema", "./package.json"];
  execFileSync("attw", [path.join(folder, `projectsync-${manifest.version}.tgz`), "--quiet", ...rules], options);
} finally {
  rmSync(folder, { recursive: true });
}
