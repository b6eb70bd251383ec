import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** A folder as a user has it who installed the package: a program's folder with node_modules. */
export interface Installation extends AsyncDisposable {
  readonly folder: string;
  /** The programs that Pulumi finds on PATH. */
  readonly bin: string;
}

/**
 * Packs the package as npm would publish it and installs the tarball into a temporary folder. `@pulumi/pulumi` is
 * copied, because it resolves the package from its own folder; the rest is linked to this repository's node_modules.
 */
export async function install(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "projectsync-engine-"));
  try {
    return await installInto(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function installInto(folder: string): Promise<Installation> {
  const modules = join(folder, "node_modules");
  const installed = join(modules, "projectsync");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", await pack(folder), "-C", installed, "--strip-components=1"]);

  const pulumi = join(modules, "@pulumi/pulumi");
  await cp(join(repository, "node_modules/@pulumi/pulumi"), pulumi, { recursive: true });
  const linked = [...(await dependencies(installed)), ...(await dependencies(pulumi)), "typescript", "@types/node"];
  for (const name of new Set(linked)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repository, "node_modules", name), join(modules, name));
  }

  const bin = join(folder, "bin");
  await mkdir(bin);
  const host = join(bin, "pulumi-resource-pulumi-nodejs");
  await writeFile(host, `#!/bin/sh\nexec "${process.execPath}" "${pulumi}/cmd/dynamic-provider" "$@"\n`);
  await chmod(host, 0o755);
  await cp(join(repository, "test/engine/harness/driver.ts"), join(folder, "driver.ts"));
  await cp(join(repository, "test/engine/programs"), join(folder, "programs"), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "program", type: "module" }));
  return { folder, bin, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Builds into a folder of its own: the repository's lib/ may be old, and other tests may be writing it. */
async function pack(folder: string): Promise<string> {
  const staged = join(folder, "staged");
  await cp(join(repository, "package.json"), join(staged, "package.json"));
  for (const part of ["schema", "provider/pulumi/stub"]) {
    await cp(join(repository, part), join(staged, part), { recursive: true });
  }
  await run(process.execPath, [join(repository, "scripts/build-package.ts"), join(staged, "lib")]);
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], { cwd: staged });
  const [packed] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(stdout));
  return join(staged, packed.filename);
}

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

async function dependencies(folder: string): Promise<string[]> {
  return Object.keys(manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).dependencies);
}
