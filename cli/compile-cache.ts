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
  const home = homeOfOneself();
  if (home !== undefined) enableCompileCache(path.join(home, ".cache", "projectsync"));
}

/** `undefined` if others can write it, and for an account without one. */
function homeOfOneself(): string | undefined {
  try {
    const { homedir, uid } = userInfo();
    const { uid: owner, mode } = statSync(homedir);
    const isOwn = process.platform === "win32" || (owner === uid && (mode & 0o022) === 0);
    return isOwn ? homedir : undefined;
  } catch {
    // An account that no list of accounts has, as in many containers.
    return undefined;
  }
}
