import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/*
 * Builds the Pulumi engine for test/engine from its Go module, because the npm packages only download it. Does nothing if
 * the engine is built in the version of go.mod. Takes two to three minutes the first time.
 */

const folder = fileURLToPath(new URL("../test/engine/", import.meta.url));
const MODULE = "github.com/pulumi/pulumi/pkg/v3";

const version = new RegExp(`^\\s*${MODULE} (v\\S+)`, "m").exec(readFileSync(`${folder}go.mod`, "utf8"))?.[1];
if (version === undefined) fail(`test/engine/go.mod does not require ${MODULE}. Add the version to build.`);

const built = spawnSync(`${folder}bin/pulumi`, ["version"], {
  encoding: "utf8",
  env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
});
if (built.stdout?.trim() === version) {
  process.stdout.write(`The Pulumi engine ${version} is built.\n`);
} else {
  if (spawnSync("go", ["version"]).error !== undefined) {
    fail(`Go not found. Install Go to build the Pulumi engine ${version} for the engine tests.`);
  }
  process.stdout.write(`Building the Pulumi engine ${version}: two to three minutes.\n`);
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  try {
    execFileSync("go", ["build", "-ldflags", stamp, "-o", "bin/pulumi", `${MODULE}/cmd/pulumi`], {
      cwd: folder,
      stdio: "inherit",
    });
  } catch {
    // Go printed the reason.
    fail(`The Pulumi engine ${version} could not be built.`);
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
