import path from "node:path";
import { findFiles } from "../provider/file/find-files.ts";
import { loadFile, type LoadOptions, type LoadResult } from "../provider/file/load-file.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import { createProblem, type Problem } from "../provider/file/problem.ts";
import { readBytes, type ReadBytes } from "../provider/file/read-bytes.ts";
import { findConflicts } from "./plan/conflicts.ts";
import { isSavedPlan } from "./plan/saved-plan.ts";

const MAX_TOTAL_BYTES = 16 * 1024 * 1024;

export interface LoadedFiles {
  /** All files that were found, valid or not, sorted. */
  readonly names: readonly string[];
  readonly files: readonly LoadedFile[];
  /** Problems of single files, and conflicts between files. */
  readonly problems: readonly Problem[];
}

export interface Place {
  /** Names and globs are relative to this folder. */
  readonly folder: string;
  /**
   * No file outside of this folder is read. Default: files may be anywhere, because the user named them.
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
  const loaded = loadAll(found.files, folder, options);
  const files = loaded.flatMap(({ file }) => file ?? []);
  const problems = [...found.problems, ...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
  return { names: found.files, files, problems };
}

/** One after the other: together, files that are too large would be in memory at once. */
function loadAll(names: readonly string[], folder: string, options: LoadOptions): LoadResult[] {
  const loaded: LoadResult[] = [];
  let total = 0;
  for (const name of names) {
    const read = readOne(name, folder);
    total += "bytes" in read ? read.bytes.byteLength : 0;
    if (total > MAX_TOTAL_BYTES) {
      const limit = `all project files of a run together are larger than ${MAX_TOTAL_BYTES / 1024 / 1024} MiB`;
      return [...loaded, unreadable(name, `${limit}; use several runs`)];
    }
    loaded.push("bytes" in read ? load(name, read.bytes, options) : unreadable(name, read.refused));
  }
  return loaded;
}

/** A saved plan has one problem, which says what it is. */
function load(name: string, bytes: Uint8Array, options: LoadOptions): LoadResult {
  const loaded = loadFile(name, bytes, options);
  if (loaded.file !== undefined || !isSavedPlan(new TextDecoder().decode(bytes))) return loaded;
  return unreadable(name, `is a saved plan; write: projectsync apply --plan ${name}, with the project files after it`);
}

function readOne(name: string, folder: string): ReadBytes {
  try {
    const read = readBytes(path.resolve(folder, name));
    return "bytes" in read ? read : { refused: `${read.refused}; check that it is the right file` };
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) throw error;
    return { refused: `file cannot be read (${String(error.code)}); check its permissions` };
  }
}

function unreadable(name: string, message: string): LoadResult {
  return { problems: [createProblem("error", { file: name, line: 1, column: 1 }, [], message)] };
}
