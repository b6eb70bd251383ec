import { execFile } from "node:child_process";
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { codeOf, InvalidRequestError } from "../core/api/errors.ts";
import type { Context } from "./terminal.ts";

const SETTINGS = ["-c", "core.fsmonitor=false"];

/** Milliseconds. */
const LONGEST = 10_000;

/**
 * True if git knows of changes of a file that are not committed, or does not track it. False outside of a repository, and where there is no
 * git. Throws InvalidRequestError if git cannot tell, such as in a repository of another user. Runs no file system monitor, which a
 * repository can name, and does not write the index. Git does not get the access token.
 */
export async function hasUncommittedChanges(
  file: string,
  { environment }: Pick<Context, "environment">,
): Promise<boolean> {
  // A link may lead to a folder of another repository.
  const folder = await realpath(path.dirname(file));
  if (!(await isInRepository(folder))) return false;
  const words = [...SETTINGS, "status", "--porcelain", "--untracked-files=all", "--ignored", "--", path.basename(file)];
  const own = Object.entries(environment).filter(([name]) => !name.startsWith("PROJECTSYNC_"));
  const env = { ...Object.fromEntries(own), GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  try {
    const { stdout } = await promisify(execFile)("git", words, { cwd: folder, env, timeout: LONGEST });
    return stdout !== "";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    const name = path.basename(file);
    throw new InvalidRequestError(
      `git status does not tell whether ${name} has uncommitted changes: nothing was written. Run it there to see why, or pass --force.`,
      { cause: error },
    );
  }
}

/** True if a folder or one above it has a `.git`. */
async function isInRepository(folder: string): Promise<boolean> {
  const above = path.dirname(folder);
  try {
    await lstat(path.join(folder, ".git"));
    return true;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return above !== folder && (await isInRepository(above));
  }
}
