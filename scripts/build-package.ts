import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";

/* Compiles the package into lib/, which it empties first: files of an earlier build would be published. */

rmSync("lib", { recursive: true, force: true });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit", shell: process.platform === "win32" });
chmodSync("lib/cli/main.js", 0o755);
