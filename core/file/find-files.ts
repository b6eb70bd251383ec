import type { Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { relative, resolve, sep, isAbsolute } from "node:path";
import picomatch from "picomatch";
import { glob, isDynamicPattern } from "tinyglobby";
import { codeOf } from "../api/errors.ts";
import { GLOB_RULES } from "../text/glob-rules.ts";
import { unquoted } from "../text/quoted.ts";
import { createProblem, type Problem } from "./problem.ts";

/** Most project files of a run. */
export const MAX_FILES = 10_000;

interface FoundFiles {
  readonly files: readonly string[];
  /** One for each name or glob that matches no file, and for each file outside of the workspace. */
  readonly problems: readonly Problem[];
}

/**
 * Finds project files by names and globs (`projects/*.yaml`; `!drafts/**` excludes), relative to `cwd`. Without any, the project
 * file with a default name. Returns each file once,
 * sorted; paths stay relative if they were. A name or glob that matches nothing is a problem: otherwise a typing mistake would
 * look like a project without changes. More than 10,000 files are a problem too, and none is returned.
 *
 * A file whose real path is outside of `workspace` is a problem: the author of a link may be another person than the one who
 * runs the program. So is a file in a `.git` folder of the workspace. Default: files may be anywhere, because the user named them. Globs do not
 * match or follow links.
 */
export async function findFiles(patterns: readonly string[], cwd: string, workspace?: string): Promise<FoundFiles> {
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const found = patterns.length === 0 ? [await defaultFile(cwd)] : await filesOfAll(patterns, cwd);
  const problems = found.filter((each) => typeof each !== "string");
  const byPath = new Map(found.filter((each) => typeof each === "string").map((file) => [resolve(cwd, file), file]));
  // A shell writes the names in place of a glob, and a path may be written in several ways.
  const relativeTo = (path: string): string => relative(cwd, resolve(cwd, path));
  // Also everything in a folder that is excluded.
  const isExcluded = picomatch(
    excluded
      .map(relativeTo)
      .filter(Boolean)
      .flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true, ...GLOB_RULES },
  );
  const files = [...byPath.values()].filter((file) => !isExcluded(relativeTo(file))).toSorted();
  if (files.length === 0 && problems.length === 0) {
    const all = patterns.map((pattern) => unquoted(pattern)).join(" ");
    problems.push(refused(all, `All files are excluded: ${all}. Correct or remove a pattern.`));
  }
  if (files.length > MAX_FILES) {
    const message = `There are ${files.length} project files, and a run reads at most ${MAX_FILES}. Use several runs.`;
    return { files: [], problems: [...problems, refused(patterns.join(" "), message)] };
  }
  if (workspace === undefined) return { files, problems };
  const root = await realpath(workspace);
  const outside = new Map<string, Problem>();
  for (const file of files) {
    const message = whyRefused(file, root, await realpath(resolve(cwd, file)).catch(undefinedIfMissing));
    if (message !== undefined) outside.set(file, refused(file, message));
  }
  return { files: files.filter((file) => !outside.has(file)), problems: [...problems, ...outside.values()] };
}

function refused(file: string, message: string): Problem {
  return createProblem("error", { file, line: 0, column: 0 }, [], message);
}

/** The names of a project file that need not be given. */
const DEFAULT_NAMES = ["projectsync.yaml", "projectsync.yml"] as const;

async function defaultFile(cwd: string): Promise<string | Problem> {
  const found = await Promise.all(DEFAULT_NAMES.map((name) => statOf(resolve(cwd, name))));
  const [name, ...others] = DEFAULT_NAMES.filter((_name, index) => found[index] !== undefined);
  if (name !== undefined && others.length === 0) return name;
  const message =
    name === undefined
      ? `No project file found: ${resolve(cwd)} has neither ${DEFAULT_NAMES.join(" nor ")}. Name the project files.`
      : `There are both ${DEFAULT_NAMES.join(" and ")}. Name the one that is meant, or remove the other.`;
  return refused(DEFAULT_NAMES[0], message);
}

async function filesOfAll(patterns: readonly string[], cwd: string): Promise<(string | Problem)[]> {
  const wanted = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (wanted.length === 0) return [refused(patterns.join(" "), "No project files given. Name at least one.")];
  return (await Promise.all(wanted.map((pattern) => filesOf(pattern, cwd)))).flat();
}

async function filesOf(pattern: string, cwd: string): Promise<(string | Problem)[]> {
  // Checked first, because the name of a file may contain the characters of a glob.
  const found = await statOf(resolve(cwd, pattern));
  if (found?.isDirectory() === true) {
    return [
      refused(pattern, `${unquoted(pattern)} is a directory. Write ${unquoted(pattern.replace(/\/+$/, ""))}/*.yaml.`),
    ];
  }
  if (found !== undefined) return [pattern.replace(/^(?:\.\/)+/, "")];
  if (!isDynamicPattern(pattern)) {
    const hint = pattern.includes("\\") ? String.raw`. Write / instead of \.` : "";
    return [refused(pattern, `File not found: ${unquoted(pattern)}${hint}`)];
  }
  const files = await glob(pattern, {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**"],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  return files.length > 0
    ? files
    : [refused(pattern, `No files match ${unquoted(pattern)}. Correct or remove the pattern.`)];
}

/** Why a file with this real path is not read where only a workspace may be. */
function whyRefused(file: string, workspace: string, path: string | undefined): string | undefined {
  if (path === undefined) return `File not found: ${unquoted(file)}`;
  const way = relative(workspace, path);
  // Files of git may hold the token of the checkout.
  if (way.split(sep).includes(".git")) return `${unquoted(file)} is not read: it is, or links to, a file of git.`;
  if (isInFolder(workspace, path)) return undefined;
  return `${unquoted(file)} is not read: it is, or links to, a file outside of the workspace. Move the file into the workspace.`;
}

/** True if a path is a folder itself, or leads into it. */
export function isInFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(undefinedIfMissing);
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "EINVAL", "ENAMETOOLONG", "ELOOP"]);

function undefinedIfMissing(error: unknown): undefined {
  if (MISSING.has(codeOf(error))) return undefined;
  throw error;
}
