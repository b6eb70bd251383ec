import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { userInfo } from "node:os";
import path from "node:path";
import { isContinuousIntegration } from "../core/file/continuous-integration.ts";

/**
 * Keeps compiled code for the next start, in the home folder of the account and not of `HOME`: who can write the folder can change what the
 * program does. A process without such a folder, or on a machine that runs a job once, starts without.
 */
export function keepCompiledCode(environment: Readonly<Record<string, string | undefined>>): void {
  if (isContinuousIntegration(environment) || environment["NODE_COMPILE_CACHE"] !== undefined) return;
  const home = homeFolder();
  if (home === undefined) return;
  const folders = [home, path.join(home, ".cache"), path.join(home, ".cache", "projectsync")];
  if (folders.every(isOwn)) enableCompileCache(folders.at(-1));
}

/** `undefined` for an account that no list of accounts has, as in many containers. */
function homeFolder(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** True if only its owner can write a folder, and this process is the owner's, or if there is none yet. */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || process.platform === "win32") return true;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
