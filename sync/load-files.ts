import path from "node:path";
import { findFiles } from "../provider/file/find-files.ts";
import { loadFile, type LoadOptions, type LoadResult } from "../provider/file/load-file.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import { createProblem, type Problem } from "../provider/file/problem.ts";
import { readBytes } from "../provider/file/read-bytes.ts";
import { MAX_BYTES } from "../provider/file/read-text.ts";
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

/** Where project files may be. */
export interface Place {
  /** Names and globs are relative to this folder. */
  readonly folder: string;
  /**
   * No file outside of this folder is read. Default: globs match only in `folder`, and files that are named without a glob
   * may be anywhere, because the user named them.
   */
  readonly workspace?: string | undefined;
}

/** Finds, reads and checks project files, without the service. */
export async function loadFiles(
  patterns: readonly string[],
  { folder, workspace }: Place,
  options: LoadOptions,
): Promise<LoadedFiles> {
  const found = await findFiles(patterns, folder, workspace);
  const loaded = await Promise.all(found.files.map((name) => read(name, folder, options)));
  const files = loaded.flatMap(({ file }) => file ?? []);
  const problems = [...found.problems, ...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
  return { names: found.files, files, problems };
}

async function read(name: string, folder: string, options: LoadOptions): Promise<LoadResult> {
  try {
    const read = await readBytes(path.resolve(folder, name), MAX_BYTES);
    if ("bytes" in read) return loadFile(name, read.bytes, options);
    return unreadable(name, `${read.refused}; check that it is the right file`);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) throw error;
    return unreadable(name, `file cannot be read (${String(error.code)}); check its permissions`);
  }
}

function unreadable(name: string, message: string): LoadResult {
  return { problems: [createProblem("error", { file: name, line: 1, column: 1 }, [], message)] };
}
