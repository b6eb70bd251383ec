import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";

/* Compiles the package into lib/. A fresh folder: a file that is left from an earlier build would be published. */

rmSync("lib", { recursive: true, force: true });
execFileSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit", shell: process.platform === "win32" });
chmodSync("lib/cli/main.js", 0o755);
