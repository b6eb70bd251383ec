import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runtime } from "@pulumi/pulumi";
import { rolldown, type Plugin } from "rolldown";
import manifest from "../package.json" with { type: "json" };
import { BUNDLE_OPTIONS } from "./bundle-options.ts";
import { leanDependencies } from "./lean-dependencies.ts";
import { licenseNotices } from "./license-notices.ts";

/*
 * Builds the native provider as an archive, which `pulumi plugin install resource projectsync VERSION --file` takes: for programs without
 * npm. It needs Node.js, and brings all else. Its argument is the folder for it; default: this one. Prints the file's path.
 */

const [, , target = "."] = process.argv;

const { unknownValue, specialSigKey, specialSecretSig } = runtime;

/** Of Pulumi's SDK, the provider needs its protocol, and these values of what programs use. */
const protocolOnly: Plugin = {
  name: "protocol-only",
  load: (id) =>
    id.endsWith("/node_modules/@pulumi/pulumi/index.js")
      ? {
          code: `exports.runtime = ${JSON.stringify({ unknownValue, specialSigKey, specialSecretSig })};`,
          moduleType: "js",
        }
      : null,
  transform: {
    filter: { id: /native[\\/]wire\.ts$/ },
    // The package loads them from the program's own SDK. Here they are in the bundle.
    handler: (code) => code.replace(/^const ofSdk = .*$/m, "").replaceAll(/\bofSdk\(/g, "require("),
  },
};

/** How Pulumi starts a plugin: by its name, on Windows with `.cmd`. */
const LAUNCHERS = {
  "pulumi-resource-projectsync": '#!/bin/sh\nexec node "$(dirname "$0")/index.js" "$@"\n',
  "pulumi-resource-projectsync.cmd": '@node "%~dp0index.js" %*\r\n',
};

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-plugin-"));
try {
  await using build = await rolldown({
    ...BUNDLE_OPTIONS,
    input: { index: path.join(import.meta.dirname, "../provider/native/main.ts") },
    plugins: [protocolOnly, leanDependencies(), licenseNotices("index.js contains these packages.")],
  });
  await build.write({ dir: folder, format: "esm", codeSplitting: false });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, text] of Object.entries(LAUNCHERS)) await writeFile(path.join(folder, name), text, { mode: 0o755 });
  const archive = path.resolve(target, `pulumi-resource-projectsync-v${manifest.version}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", folder, "."]);
  process.stdout.write(`${archive}\n`);
} finally {
  await rm(folder, { recursive: true });
}
