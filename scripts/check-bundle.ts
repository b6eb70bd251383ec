import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import config from "../rolldown.config.ts";

/* Builds the Action and compares each file, byte by byte, with the committed one. */

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bundle-"));
try {
  const { output, ...input } = config;
  await using build = await rolldown(input);
  await build.write({ ...output, dir: folder });
  const names = new Set([...(await readdir(folder)), ...(await readdir("dist"))]);
  for (const name of names) {
    const [fresh, committed] = await Promise.all([read(folder, name), read("dist", name)]);
    if (fresh === undefined || committed === undefined || !fresh.equals(committed)) {
      process.stderr.write(`dist/${name} is out of date. Run \`npm run bundle\` and commit it.\n`);
      process.exitCode = 1;
    }
  }
} finally {
  await rm(folder, { recursive: true });
}

/** `undefined` if there is no such file. */
async function read(from: string, name: string): Promise<Buffer | undefined> {
  return (await readdir(from)).includes(name) ? readFile(path.join(from, name)) : undefined;
}
