import type { TestProject } from "vitest/node";
import { install, type Installed } from "./install.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly installed: Installed;
  }
}

/** Runs once, before all files of the engine's tests: packing takes longer than most of them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const installation = await install();
  const { folder, bin, tarball } = installation;
  provide("installed", { folder, bin, tarball });
  return async () => installation[Symbol.asyncDispose]();
}
