import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ran } from "./scenes/pinned.ts";

/* The product as a user has it: packed, and installed in an empty folder. */

export interface Product {
  checkout: string;
  tarball: string;
  /** Starts the installed command line. */
  command: readonly string[];
}

const own = join(import.meta.dirname, "..");

async function must(command: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await ran(command, { cwd, env: { ...process.env }, limit: 600 });
  if (code !== 0) throw new Error(`${command.join(" ")}: ${output.slice(-500)}`);
}

/** From a built checkout, or from a commit that is built in a worktree of its own; without either, from this checkout. */
export async function installed(folder: string, from: { product?: string; commit?: string }): Promise<Product> {
  let checkout = from.product ?? own;
  if (from.commit !== undefined) {
    checkout = join(folder, "worktree");
    await must(["git", "worktree", "add", "--detach", checkout, from.commit], own);
    await must(["npm", "ci", "--no-audit", "--no-fund"], checkout);
  }
  if (from.product === undefined) await must(["npm", "run", "-s", "build"], checkout);
  await must(["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", folder], checkout);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("nothing was packed");
  const consumer = join(folder, "consumer");
  mkdirSync(consumer);
  writeFileSync(join(consumer, "package.json"), '{ "private": true }\n');
  await must(["npm", "install", "--no-audit", "--no-fund", "--omit=peer", join(folder, tarball)], consumer);
  const program = join(consumer, "node_modules/projectsync/lib/cli/main.js");
  return { checkout, tarball: join(folder, tarball), command: [process.execPath, program] };
}

export async function removed(folder: string, from: { commit?: string }): Promise<void> {
  if (from.commit !== undefined) await must(["git", "worktree", "remove", "--force", join(folder, "worktree")], own);
  rmSync(folder, { recursive: true, force: true });
}
