import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { pack } from "./pack.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the packed package. */
    readonly tarball: string;
  }
}

/** Runs once, before all files of the engine's tests: building takes longer than many of them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "projectsync-packed-"));
  provide("tarball", await pack(folder));
  return () => rm(folder, { recursive: true, force: true });
}
