import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Context } from "./terminal.ts";

/** Milliseconds. */
const LONGEST = 10_000;

/**
 * True if git knows of changes of a file that are not committed, or does not track it. False without git and outside of a repository. Runs no
 * file system monitor, which a repository can name, and does not write the index.
 */
export async function hasUncommittedChanges(
  file: string,
  { environment }: Pick<Context, "environment">,
): Promise<boolean> {
  const words = ["-c", "core.fsmonitor=false", "status", "--porcelain", "--", path.basename(file)];
  const env = { ...environment, GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  try {
    const { stdout } = await promisify(execFile)("git", words, { cwd: path.dirname(file), env, timeout: LONGEST });
    return stdout !== "";
  } catch {
    return false;
  }
}
