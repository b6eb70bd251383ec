import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { createProblem, type Problem } from "./problem.ts";

interface Found {
  readonly files: readonly string[];
  /** At 1:1 of the name or glob that names no file. */
  readonly problems: readonly Problem[];
}

/**
 * Finds project files by names and globs (`projects/*.yaml`; `!drafts/**` takes out), relative to `cwd`. Each file once,
 * sorted, relative to `cwd` where it was given so. Every name and every glob has to match, for one that silently
 * matches nothing looks like a project that needs nothing.
 */
export async function findFiles(patterns: readonly string[], cwd: string): Promise<Found> {
  const ignore = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => pattern !== "" && !pattern.startsWith("!"));
  if (wanted.length === 0) return none(patterns.join(" "), "no file is named; name at least one project file");
  const found = await Promise.all(wanted.map((pattern) => filesOf(pattern, ignore, cwd)));
  const byPlace = new Map(found.flatMap(({ files }) => files).map((file) => [resolve(cwd, file), file]));
  return {
    files: [...byPlace.values()].toSorted(),
    problems: found.flatMap(({ problems }) => problems),
  };
}

async function filesOf(pattern: string, ignore: readonly string[], cwd: string): Promise<Found> {
  // A file may have the characters of a glob in its name.
  const kind = await kindOf(resolve(cwd, pattern));
  if (kind === "file") return { files: [pattern.replace(/^(?:\.\/)+/, "")], problems: [] };
  if (kind === "directory") return none(pattern, `a directory; write ${pattern.replace(/\/+$/, "")}/*.yaml`);
  if (!isDynamicPattern(pattern)) return none(pattern, "there is no such file; name one that exists");
  const files = await glob(pattern, {
    cwd,
    ignore: ["**/node_modules/**", "**/.git/**", ...ignore],
    expandDirectories: false,
  });
  return files.length === 0
    ? none(pattern, "no file matches; correct the pattern, or remove it")
    : { files, problems: [] };
}

function none(pattern: string, message: string): Found {
  return { files: [], problems: [createProblem("error", { file: pattern, line: 1, column: 1 }, [], message)] };
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
