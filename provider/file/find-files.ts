import { realpath, stat } from "node:fs/promises";
import { relative, resolve, sep, isAbsolute } from "node:path";
import picomatch from "picomatch";
import { glob, isDynamicPattern } from "tinyglobby";
import { codeOf } from "../api/errors.ts";
import { createProblem, type Problem } from "./problem.ts";

interface FoundFiles {
  readonly files: readonly string[];
  /** One for each name or glob that matches no file, and for each file outside of the workspace. */
  readonly problems: readonly Problem[];
}

/**
 * Finds project files by names and globs (`projects/*.yaml`; `!drafts/**` excludes), relative to `cwd`. Without any, the project
 * file with a default name. Returns each file once,
 * sorted; paths stay relative if they were. A name or glob that matches nothing is a problem: otherwise a typing mistake would
 * look like a project without changes.
 *
 * A file whose real path is outside of `workspace` is a problem: the author of a link may be another person than the one who
 * runs the program. So is a file in a `.git` folder of the workspace. Default: files may be anywhere, because the user named them. Globs do not
 * match or follow links.
 */
export async function findFiles(patterns: readonly string[], cwd: string, workspace?: string): Promise<FoundFiles> {
  const problems: Problem[] = [];
  const refuse = (file: string, message: string): string[] => {
    problems.push(createProblem("error", { file, line: 0, column: 0 }, [], message));
    return [];
  };
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (patterns.length === 0) wanted.push(...(await defaultName(cwd, refuse)));
  else if (wanted.length === 0) refuse(patterns.join(" "), "No project files given. Name at least one.");
  const byPath = new Map<string, string>();
  for (const pattern of wanted) {
    for (const file of await filesOf(pattern, cwd, refuse)) byPath.set(resolve(cwd, file), file);
  }
  // A shell writes the names in place of a glob, and a path may be written in several ways.
  const relativeTo = (path: string): string => relative(cwd, resolve(cwd, path));
  // Also everything in a folder that is excluded.
  const isExcluded = picomatch(
    excluded
      .map(relativeTo)
      .filter(Boolean)
      .flatMap((pattern) => [pattern, `${pattern}/**`]),
    { dot: true },
  );
  const found = [...byPath.values()].filter((file) => !isExcluded(relativeTo(file))).toSorted();
  if (found.length === 0 && problems.length === 0) {
    const all = patterns.join(" ");
    refuse(all, `All files are excluded: ${all}. Correct or remove a pattern.`);
  }
  if (workspace === undefined) return { files: found, problems };
  const root = await realpath(workspace);
  const files: string[] = [];
  for (const file of found) {
    const problem = problemOf(file, root, await realpath(resolve(cwd, file)).catch(undefinedIfMissing));
    if (problem === undefined) files.push(file);
    else refuse(file, problem);
  }
  return { files, problems };
}

/** Reports a pattern that matches no file. Returns none. */
type Refuse = (pattern: string, message: string) => string[];

/** The names of a project file that need not be given. */
const DEFAULT_NAMES = ["projectsync.yaml", "projectsync.yml"] as const;

async function defaultName(cwd: string, refuse: Refuse): Promise<string[]> {
  const kinds = await Promise.all(DEFAULT_NAMES.map((name) => kindOf(resolve(cwd, name))));
  const names = DEFAULT_NAMES.filter((_name, index) => kinds[index] !== undefined);
  if (names.length === 1) return names;
  const message =
    names.length === 0
      ? `No project file found: ${resolve(cwd)} has neither ${DEFAULT_NAMES.join(" nor ")}. Name the project files.`
      : `There are both ${names.join(" and ")}. Name the one that is meant, or remove the other.`;
  return refuse(DEFAULT_NAMES[0], message);
}

async function filesOf(pattern: string, cwd: string, refuse: Refuse): Promise<string[]> {
  // Checked first, because the name of a file may contain the characters of a glob.
  const kind = await kindOf(resolve(cwd, pattern));
  if (kind === "file") return [pattern.replace(/^(?:\.\/)+/, "")];
  if (kind === "directory") {
    return refuse(pattern, `${pattern} is a directory. Write ${pattern.replace(/\/+$/, "")}/*.yaml.`);
  }
  const hint = hintFor(pattern);
  if (!isDynamicPattern(pattern)) {
    return refuse(pattern, `File not found: ${pattern}${hint === undefined ? "" : `. ${hint}`}`);
  }
  const files = await glob(pattern, {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**"],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  if (files.length > 0) return files;
  return refuse(pattern, `No files match ${pattern}. ${hint ?? "Correct or remove the pattern."}`);
}

/** What is probably wrong with a pattern that matches no file. */
function hintFor(pattern: string): string | undefined {
  if (/^(["']).*\1$/s.test(pattern)) return "Write it without the quotes.";
  return pattern.includes("\\") ? String.raw`Write / instead of \.` : undefined;
}

/** Why a file with this real path is not read where only a workspace may be. */
function problemOf(file: string, workspace: string, path: string | undefined): string | undefined {
  if (path === undefined) return `File not found: ${file}`;
  const way = relative(workspace, path);
  // Files of git may hold the token of the checkout.
  if (way.split(sep).includes(".git")) return `${file} is not read: it is, or links to, a file of git.`;
  if (way.split(sep)[0] !== ".." && !isAbsolute(way)) return undefined;
  return `${file} is not read: it is, or links to, a file outside of the workspace. Move the file into the workspace.`;
}

/** Everything that is not a folder counts as a file: only a regular one can be read. */
async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "directory" : "file";
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "EINVAL", "ENAMETOOLONG", "ELOOP"]);

function undefinedIfMissing(error: unknown): undefined {
  if (MISSING.has(codeOf(error))) return undefined;
  throw error;
}
