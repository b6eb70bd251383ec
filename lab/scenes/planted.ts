import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ran } from "./pinned.ts";
import { newestLongTerm } from "./runtimes.ts";

/*
 * A stranger's package lies in a `node_modules` above the Action's bundle or the installed command line. Neither runs it.
 * `above` is a folder that holds the program to start; the planted package leaves a file behind if it is loaded.
 */

const NAMES = ["picomatch", "undici", "yaml", "tinyglobby", "fdir", "commander", "tr46", "supports-color"];

export async function loadedFromAbove(options: {
  program: string;
  copy: string;
  folder: string;
  args: readonly string[];
  env: Record<string, string>;
}): Promise<string[]> {
  const { program, copy, folder, args, env } = options;
  rmSync(folder, { recursive: true, force: true });
  const below = join(folder, "below");
  cpSync(copy, below, { recursive: true });
  for (const name of NAMES) {
    const planted = join(folder, "node_modules", name);
    mkdirSync(planted, { recursive: true });
    writeFileSync(join(planted, "package.json"), JSON.stringify({ name, version: "99.0.0", main: "index.cjs" }));
    const mark = JSON.stringify(join(folder, `${name}.was-run`));
    writeFileSync(join(planted, "index.cjs"), `require("node:fs").writeFileSync(${mark}, "");\n`);
  }
  await ran([await newestLongTerm(), join(below, program), ...args], { cwd: folder, env, limit: 30 });
  return NAMES.filter((name) => existsSync(join(folder, `${name}.was-run`))).map((name) => `runs ${name} from above`);
}
