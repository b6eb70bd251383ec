/* Runs the program of this folder as Pulumi's host for Node.js does: with the addresses of the engine and of its monitor. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const { env } = process;
const runner = createRequire(path.resolve("index.js")).resolve("@pulumi/pulumi/cmd/run");
const words = ["project", "stack", "monitor", "engine", "parallel"].flatMap((name) => [
  `--${name}`,
  env[`PULUMI_${name.toUpperCase()}`] ?? "",
]);
const { status } = spawnSync(
  process.execPath,
  [runner, ...words, "--pwd", process.cwd(), ...(env["PULUMI_DRY_RUN"] === "true" ? ["--dry-run"] : []), "."],
  { stdio: "inherit" },
);
process.exitCode = status ?? 1;
