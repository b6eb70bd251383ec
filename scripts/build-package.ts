import { execFileSync } from "node:child_process";
import { chmodSync, globSync, rmSync } from "node:fs";
import path from "node:path";
import { rolldown, type InputOptions } from "rolldown";
import { failOnWarning } from "./fail-on-warning.ts";
import { leanDependencies } from "./lean-dependencies.ts";
import { licenseNotices } from "./license-notices.ts";

/*
 * Builds the package in lib/, or in the folder that is named. Empties it first: files of an earlier build would be published. The
 * compiler writes the types and the emulator. What programs, Pulumi's provider process and the command line load is bundled, with
 * its dependencies: reading 600 modules takes longer than a run.
 */

const ROOT = path.join(import.meta.dirname, "..");
const [folder = path.join(ROOT, "lib")] = process.argv.slice(2);

rmSync(folder, { recursive: true, force: true });
execFileSync("tsc", ["-p", path.join(ROOT, "tsconfig.build.json"), "--outDir", folder], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
rmSync(path.join(folder, "cli"), { recursive: true });
for (const file of globSync("{provider,sync,engine,schema}/**/*.js", { cwd: folder })) rmSync(path.join(folder, file));
await bundle("provider", { index: "provider/index.ts", "pulumi/runtime": "provider/pulumi/runtime.ts" });
await bundle("cli", { main: "cli/main.ts" });
chmodSync(path.join(folder, "cli/main.js"), 0o755);

/** What not every entry needs, and what is loaded later, is in files of its own. */
async function bundle(part: string, input: Readonly<Record<string, string>>): Promise<void> {
  const options: InputOptions = {
    cwd: ROOT,
    input,
    platform: "node",
    onLog: failOnWarning,
    // Pulumi loads its own, and both must be the same.
    external: /^@pulumi\/pulumi/,
    plugins: [leanDependencies(), licenseNotices("The files in this folder contain these packages.")],
  };
  await using build = await rolldown(options);
  await build.write({ dir: path.join(folder, part), format: "esm", chunkFileNames: "[name].js" });
}
