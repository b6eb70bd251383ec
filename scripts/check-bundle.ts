import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import config from "../rolldown.config.ts";

/* Builds the Action and compares it, byte by byte, with the committed one. */

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bundle-"));
try {
  const { output, ...input } = config;
  await using build = await rolldown(input);
  await build.write({ ...output, dir: folder });
  const [fresh, committed] = await Promise.all([folder, "dist"].map((from) => readFile(path.join(from, "index.js"))));
  if (fresh === undefined || committed === undefined || !fresh.equals(committed)) {
    process.stderr.write("dist/index.js is out of date. Run `npm run bundle` and commit it.\n");
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}
