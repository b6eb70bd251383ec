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
  if (patterns.length === 0) return findDefault(cwd, workspace);
  const ignore = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (wanted.length === 0) return problemWith(patterns.join(" "), "No project files given. Name at least one.");
  const found = await Promise.all(wanted.map((pattern) => filesOf(pattern, ignore, cwd, workspace)));
  const byPath = new Map(found.flatMap(({ files }) => files).map((file) => [resolve(cwd, file), file]));
  // A shell writes the names in place of a glob, and a path may be written in several ways.
  const excluded = ignore.map((pattern) => relative(cwd, resolve(cwd, pattern))).filter((pattern) => pattern !== "");
  const isExcluded = picomatch(excluded, { dot: true });
  const files = [...byPath].flatMap(([path, file]) => (isExcluded(relative(cwd, path)) ? [] : [file]));
  const problems = found.flatMap((each) => each.problems);
  if (files.length === 0 && problems.length === 0)
    return problemWith(
      patterns.join(" "),
      `All files are excluded: ${patterns.join(" ")}. Correct or remove a pattern.`,
    );
  return { files: files.toSorted(), problems };
}

/** The names of a project file that need not be given. */
const DEFAULT_NAMES = ["projectsync.yaml", "projectsync.yml"] as const;

async function findDefault(cwd: string, workspace: string | undefined): Promise<FoundFiles> {
  const kinds = await Promise.all(DEFAULT_NAMES.map((name) => kindOf(resolve(cwd, name))));
  const [name, ...others] = DEFAULT_NAMES.filter((_name, index) => kinds[index] !== undefined);
  const names = DEFAULT_NAMES.join(" and ");
  if (name === undefined) {
    const message = `No project file found: ${resolve(cwd)} has neither ${DEFAULT_NAMES.join(" nor ")}. Name the project files.`;
    return problemWith(DEFAULT_NAMES[0], message);
  }
  if (others.length > 0) {
    return problemWith(name, `There are both ${names}. Name the one that is meant, or remove the other.`);
  }
  return filesOf(name, [], cwd, workspace);
}

async function filesOf(
  pattern: string,
  ignore: readonly string[],
  cwd: string,
  workspace: string | undefined,
): Promise<FoundFiles> {
  // Checked first, because the name of a file may contain the characters of a glob.
  const kind = await kindOf(resolve(cwd, pattern));
  if (kind === "file") {
    const name = pattern.replace(/^(?:\.\/)+/, "");
    return workspace === undefined ? { files: [name], problems: [] } : withinOnly([name], cwd, workspace);
  }
  if (kind === "directory")
    return problemWith(pattern, `${pattern} is a directory. Write ${pattern.replace(/\/+$/, "")}/*.yaml.`);
  const hint = hintFor(pattern);
  if (!isDynamicPattern(pattern))
    return problemWith(
      pattern,
      hint === undefined ? `File not found: ${pattern}` : `File not found: ${pattern}. ${hint}`,
    );
  const files = await glob(pattern, {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**", ...ignore],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  if (files.length === 0)
    return problemWith(pattern, `No files match ${pattern}. ${hint ?? "Correct or remove the pattern."}`);
  return workspace === undefined ? { files, problems: [] } : withinOnly(files, cwd, workspace);
}

/** What is probably wrong with a pattern that matches no file. */
function hintFor(pattern: string): string | undefined {
  if (/^(["']).*\1$/s.test(pattern)) return "Write it without the quotes.";
  return pattern.includes("\\") ? String.raw`Write / instead of \.` : undefined;
}

async function withinOnly(files: readonly string[], cwd: string, workspace: string): Promise<FoundFiles> {
  const root = await realpath(workspace);
  const found = await Promise.all(
    files.map(async (file): Promise<FoundFiles> => {
      const path = await realPathOf(resolve(cwd, file));
      if (path === undefined) return problemWith(file, `File not found: ${file}`);
      if (isOfGit(relative(root, path)))
        return problemWith(file, `${file} is not read: it is, or links to, a file of git.`);
      if (isWithin(path, root)) return { files: [file], problems: [] };
      return problemWith(
        file,
        `${file} is not read: it is, or links to, a file outside of the workspace. Move the file into the workspace.`,
      );
    }),
  );
  return { files: found.flatMap(({ files }) => files), problems: found.flatMap(({ problems }) => problems) };
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Files of git may hold the token of the checkout. */
function isOfGit(path: string): boolean {
  return path.split(sep).includes(".git");
}

function problemWith(pattern: string, message: string): FoundFiles {
  return { files: [], problems: [createProblem("error", { file: pattern, line: 0, column: 0 }, [], message)] };
}

/** Everything that is not a folder counts as a file: only a regular one can be read. */
async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "directory" : "file";
}

async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(undefinedIfMissing);
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "EINVAL", "ENAMETOOLONG", "ELOOP"]);

function undefinedIfMissing(error: unknown): undefined {
  if (MISSING.has(codeOf(error))) return undefined;
  throw error;
}
