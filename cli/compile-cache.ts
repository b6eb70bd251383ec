import { statSync } from "node:fs";
import module from "node:module";
import { userInfo } from "node:os";
import path from "node:path";
import { isContinuousIntegration } from "../core/file/continuous-integration.ts";

/**
 * Keeps compiled code for the next start, in the home folder of the account and not of `HOME`: who can write the folder can change what the
 * program does. A process without such a folder, or on a machine that runs a job once, starts without.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  if (isContinuousIntegration(environment) || environment["NODE_COMPILE_CACHE"] !== undefined) return;
  const folder = cacheFolder(() => userInfo().homedir);
  // Deno 2.9.6 does not have it.
  const { enableCompileCache }: Partial<Pick<typeof module, "enableCompileCache">> = module;
  if (folder !== undefined) enableCompileCache?.(folder);
}

/** The folder in a home folder. `undefined` if others can write it or one above it, and for an account without a home. */
export function cacheFolder(homeFolder: () => string): string | undefined {
  try {
    const home = homeFolder();
    const cache = path.join(home, ".cache");
    const folder = path.join(cache, "projectsync");
    return [home, cache, folder].every(isOwn) ? folder : undefined;
  } catch {
    // An account that no list of accounts has, as in many containers, or a folder that cannot be read.
    return undefined;
  }
}

/** True if only its owner can write a folder, and this process is the owner's, or if there is none yet. */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || process.platform === "win32") return true;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
