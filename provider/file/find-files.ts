import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { createProblem, type Problem } from "./problem.ts";

interface FoundFiles {
  readonly files: readonly string[];
  /** One for each name or glob that matches no file. */
  readonly problems: readonly Problem[];
}

/**
 * Finds project files by names and globs (`projects/*.yaml`; `!drafts/**` excludes), relative to `cwd`. Returns each file once,
 * sorted; paths stay relative if they were. A name or glob that matches nothing is a problem: otherwise a typing mistake would
 * look like a project without changes.
 */
export async function findFiles(patterns: readonly string[], cwd: string): Promise<FoundFiles> {
  const ignore = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (wanted.length === 0) return problemWith(patterns.join(" "), "No project files given. Name at least one.");
  const found = await Promise.all(wanted.map((pattern) => filesOf(pattern, ignore, cwd)));
  const byPath = new Map(found.flatMap(({ files }) => files).map((file) => [resolve(cwd, file), file]));
  return {
    files: [...byPath.values()].toSorted(),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function filesOf(pattern: string, ignore: readonly string[], cwd: string): Promise<FoundFiles> {
  // Checked first, because the name of a file may contain the characters of a glob.
  const kind = await kindOf(resolve(cwd, pattern));
  if (kind === "file") return { files: [pattern.replace(/^(?:\.\/)+/, "")], problems: [] };
  if (kind === "directory")
    return problemWith(pattern, `${pattern} is a directory. Write ${pattern.replace(/\/+$/, "")}/*.yaml.`);
  if (!isDynamicPattern(pattern)) return problemWith(pattern, `File not found: ${pattern}`);
  const files = await glob(pattern, {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**", ...ignore],
    expandDirectories: false,
  });
  return files.length === 0
    ? problemWith(pattern, `No files match ${pattern}. Correct or remove the pattern.`)
    : { files, problems: [] };
}

function problemWith(pattern: string, message: string): FoundFiles {
  return { files: [], problems: [createProblem("error", { file: pattern, line: 0, column: 0 }, [], message)] };
}

async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && MISSING.has(String(error.code))) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  return found.isDirectory() ? "directory" : "file";
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "EINVAL", "ENAMETOOLONG"]);
