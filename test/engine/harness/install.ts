import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { pack } from "./pack.ts";
import { node, repository } from "./repository.ts";

const run = promisify(execFile);

/** A folder as a user has it who installed the package: a program's folder with node_modules. */
export interface Installed {
  readonly folder: string;
  /** The programs that Pulumi finds on PATH. */
  readonly bin: string;
  /** The packed package. */
  readonly tarball: string;
}

export type Installation = Installed & AsyncDisposable;

/**
 * Installs a package into a temporary folder. `@pulumi/pulumi` is copied, because it resolves the package from its own folder;
 * the rest is linked to this repository's node_modules.
 *
 * @param tarball The packed package. Default: it is packed now, which takes seconds.
 */
export async function install(tarball?: string): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "projectsync-engine-"));
  try {
    return await installInto(folder, tarball ?? (await pack(folder)));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function installInto(folder: string, tarball: string): Promise<Installation> {
  const modules = join(folder, "node_modules");
  const installed = join(modules, "projectsync");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);

  const pulumi = join(modules, "@pulumi/pulumi");
  await cp(join(repository, "node_modules/@pulumi/pulumi"), pulumi, { recursive: true });
  const linked = [...(await dependencies(installed)), ...(await dependencies(pulumi)), "typescript", "@types/node"];
  for (const name of new Set(linked)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(repository, "node_modules", name), join(modules, name));
  }

  const bin = join(folder, "bin");
  await mkdir(bin);
  const providers = {
    "pulumi-resource-pulumi-nodejs": join(pulumi, "cmd/dynamic-provider"),
    "pulumi-resource-projectsync": join(installed, "lib/provider/native/main.js"),
  };
  for (const [name, program] of Object.entries(providers)) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`);
    await chmod(join(bin, name), 0o755);
  }
  await cp(join(repository, "test/engine/harness/driver.ts"), join(folder, "driver.ts"));
  await cp(join(repository, "test/engine/programs"), join(folder, "programs"), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "program", type: "module" }));
  return { folder, bin, tarball, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

async function dependencies(folder: string): Promise<string[]> {
  return Object.keys(manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).dependencies);
}
