import { readFile } from "node:fs/promises";
import path from "node:path";
import { findFiles } from "../provider/file/find-files.ts";
import { loadFile, type LoadOptions, type LoadResult } from "../provider/file/load-file.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { findConflicts } from "./plan/conflicts.ts";

/** The project files of one run. */
export interface LoadedFiles {
  /** All files that were found, valid or not, sorted. */
  readonly names: readonly string[];
  /** The valid files. */
  readonly files: readonly LoadedFile[];
  /** Problems of single files, and conflicts between files. */
  readonly problems: readonly Problem[];
}

/** Finds, reads and checks project files, without the service. `patterns` are paths and globs relative to `folder`. */
export async function loadFiles(
  patterns: readonly string[],
  folder: string,
  options: LoadOptions,
): Promise<LoadedFiles> {
  const found = await findFiles(patterns, folder);
  const loaded = await Promise.all(found.files.map((name) => read(name, folder, options)));
  const files = loaded.flatMap(({ file }) => file ?? []);
  const problems = [...found.problems, ...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
  return { names: found.files, files, problems };
}

async function read(name: string, folder: string, options: LoadOptions): Promise<LoadResult> {
  let content: Uint8Array;
  try {
    content = await readFile(path.resolve(folder, name));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    const message = `file cannot be read (${code}); check that it is a regular file and its permissions`;
    return { problems: [{ file: name, line: 1, column: 1, level: "error", path: "", message }] };
  }
  return loadFile(name, content, options);
}
