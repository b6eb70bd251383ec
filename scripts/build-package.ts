import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { leanDependencies } from "./lean-dependencies.ts";
import { licenseNotices } from "./license-notices.ts";

/*
 * Builds the package in lib/, which it empties first: files of an earlier build would be published. The compiler writes the modules
 * that programs import. The command line is bundled instead, with its dependencies: reading 600 modules takes longer than a run.
 */

const COMMAND_LINE = "lib/cli";

rmSync("lib", { recursive: true, force: true });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit", shell: process.platform === "win32" });
rmSync(COMMAND_LINE, { recursive: true });
await using build = await rolldown({
  input: { main: "cli/main.ts" },
  platform: "node",
  plugins: [leanDependencies(), licenseNotices("The files in this folder contain these packages.")],
});
// What a command does not need is in files of its own.
await build.write({ dir: COMMAND_LINE, format: "esm", chunkFileNames: "[name].js" });
chmodSync(`${COMMAND_LINE}/main.js`, 0o755);
