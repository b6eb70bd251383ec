import { execFile } from "node:child_process";
import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { codeOf, InvalidRequestError } from "../core/api/errors.ts";
import type { Context } from "./terminal.ts";

const SETTINGS = ["-c", "core.fsmonitor=false"];

/** Milliseconds. */
const LONGEST = 10_000;

/** The most files that git is asked about at once: a command line has a limit. */
const MOST_FILES = 500;

/**
 * The first of the files, all in one folder, that git does not track, or knows of changes of that are not committed. None outside of a
 * repository, and where there is no git. Throws InvalidRequestError if git cannot tell, such as in a repository of another user. Runs no file system monitor, which a
 * repository can name, and does not write the index. Git does not get the access token.
 */
export async function firstUncommitted(
  folder: string,
  names: readonly string[],
  context: Pick<Context, "environment">,
): Promise<string | undefined> {
  // A link may lead to a folder of another repository.
  const real = await realpath(folder);
  if (!(await isInRepository(real))) return undefined;
  const firstOf = async (some: readonly string[]): Promise<string | undefined> => {
    if (some.length <= MOST_FILES && !(await hasChanges(real, some, context))) return undefined;
    if (some.length === 1) return some[0];
    const half = Math.ceil(some.length / 2);
    return (await firstOf(some.slice(0, half))) ?? (await firstOf(some.slice(half)));
  };
  return firstOf(names);
}

async function hasChanges(
  folder: string,
  names: readonly string[],
  { environment }: Pick<Context, "environment">,
): Promise<boolean> {
  const words = [...SETTINGS, "status", "--porcelain", "--untracked-files=all", "--ignored", "--", ...names];
  const own = Object.entries(environment).filter(([name]) => !name.startsWith("PROJECTSYNC_"));
  const env = { ...Object.fromEntries(own), GIT_LITERAL_PATHSPECS: "1", GIT_OPTIONAL_LOCKS: "0" };
  try {
    const { stdout } = await promisify(execFile)("git", words, { cwd: folder, env, timeout: LONGEST });
    return stdout !== "";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw new InvalidRequestError(
      `git status does not tell whether ${names[0]} has uncommitted changes: nothing was written. Run it there to see why, or pass --force.`,
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
