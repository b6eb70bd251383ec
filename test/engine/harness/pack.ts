import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { repository } from "./repository.ts";

const run = promisify(execFile);

/**
 * Packs the package as npm would publish it, and returns the tarball's path. Builds in the given folder: the repository's lib/ may
 * be old, and other tests may be writing it.
 */
export async function pack(folder: string): Promise<string> {
  const staged = join(folder, "staged");
  await cp(join(repository, "package.json"), join(staged, "package.json"));
  for (const part of ["schema", "provider/stub"]) {
    await cp(join(repository, part), join(staged, part), { recursive: true });
  }
  await run(process.execPath, [join(repository, "scripts/build-package.ts"), join(staged, "lib")]);
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], { cwd: staged });
  const [packed] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(stdout));
  return join(staged, packed.filename);
}
