import path from "node:path";
import { findFiles } from "../../core/file/find-files.ts";
import { loadFile, type LoadOptions, type LoadResult } from "../../core/file/load-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { createProblem, isError, type Problem } from "../../core/file/problem.ts";
import { readBytes, type ReadBytes } from "../../core/file/read-text.ts";
import { findConflicts, withOwnKeys } from "../../core/plan/conflicts.ts";
import { isSavedPlan } from "../../core/plan/saved-plan.ts";
import { nameList } from "../../core/resources/name-list.ts";

/** Most problems that a report has. */
export const MAX_PROBLEMS = 1000;

/** Limits of all files of a run together. `values`: keys and items of lists of the valid ones, which stay in memory. */
export const MOST_IN_ALL = { bytes: 16 * 1024 * 1024, values: 250_000 } as const;
type LoadLimits = { readonly [Unit in keyof typeof MOST_IN_ALL]: number };

export interface LoadedFiles {
  /** All files that were found, valid or not, sorted. */
  readonly names: readonly string[];
  readonly files: readonly LoadedFile[];
  /** The secret values of all of them. */
  readonly secrets: readonly string[];
  /** Problems of single files, and conflicts between files. */
  readonly problems: readonly Problem[];
}

export interface FilesLocation {
  /** Names and globs are relative to this folder. */
  readonly folder: string;
  /** No file outside of this folder is read. Default: files may be anywhere, because the user named them. */
  readonly workspace?: string | undefined;
}

/** Finds, reads and checks project files, without the service. */
export async function loadFiles(
  patterns: readonly string[],
  { folder, workspace }: FilesLocation,
  options: LoadOptions,
  most: LoadLimits = MOST_IN_ALL,
): Promise<LoadedFiles> {
  const found = await findFiles(patterns, folder, workspace);
  const loaded = loadAll(found.files, folder, options, most);
  const files = withOwnKeys(loaded.flatMap(({ file }) => file ?? []));
  const problems = [...found.problems, ...loaded.flatMap((each) => each.problems), ...findConflicts(files)];
  const secrets = loaded.flatMap((each) => each.secrets);
  return { names: found.files, files, secrets, problems };
}

/** One after the other: together, files that are too large would be in memory at once. Stops where the files are too much, or too wrong. */
function loadAll(names: readonly string[], folder: string, options: LoadOptions, most: LoadLimits): LoadResult[] {
  const loaded: LoadResult[] = [];
  let bytes = 0;
  let values = 0;
  let errors = 0;
  for (const name of names) {
    if (errors >= MAX_PROBLEMS) {
      const left = `this file and all after it are not checked (${names.length - loaded.length})`;
      return [...loaded, unreadable(name, `${left}; fix the problems above first`)];
    }
    const read = readOne(name, folder);
    bytes += "bytes" in read ? read.bytes.byteLength : 0;
    const result = "bytes" in read ? load(name, read.bytes, options) : unreadable(name, read.refused);
    values += result.file?.positions.size ?? 0;
    const limit =
      bytes > most.bytes
        ? `are larger than ${most.bytes / 1024 / 1024} MiB`
        : values > most.values && `have more than ${most.values} values`;
    if (limit !== false)
      return [...loaded, unreadable(name, `all project files of a run together ${limit}; use several runs`)];
    loaded.push(result);
    errors += result.problems.filter(isError).length;
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
  return { secrets: [], problems: [createProblem("error", { file: name, line: 1, column: 1 }, [], message)] };
}

/** Problems by file and line, whichever stage found them. Keeps 1,000, errors first, and counts the others in one more. */
export function limitProblems(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const rank = new Map(files.map((file, index) => [file, index]));
  const order = ({ file }: Problem): number => rank.get(file) ?? -1;
  const sorted = problems.toSorted((a, b) => order(a) - order(b) || a.line - b.line || a.column - b.column);
  if (sorted.length <= MAX_PROBLEMS) return sorted;
  const first = new Set(sorted.toSorted((a, b) => Number(isError(b)) - Number(isError(a))).slice(0, MAX_PROBLEMS));
  const left = sorted.filter((problem) => !first.has(problem));
  const level = left.some(isError) ? "error" : "warning";
  const message = `${left.length} more problems are left out. Fix the ones that are shown first.`;
  return [
    { level, file: "", line: 0, column: 0, path: "", message },
    ...sorted.filter((problem) => first.has(problem)),
  ];
}

/** More fields that one variable fills are only counted. */
const MOST_FIELDS = 5;

/** A line for each variable that files read, with the fields that it fills, and a line above them. None if no file reads one. */
export function describeVariables(files: readonly LoadedFile[]): string[] {
  const read = files.flatMap(({ file, variables }) => [...variables.values()].map((each) => ({ ...each, file })));
  const lines = [...Map.groupBy(read, ({ variable }) => variable)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([variable, uses]) => {
      const fields = uses.map(({ file, path, secret }) => `${file} ${path}${secret ? " (secret)" : ""}`);
      return `  ${variable}: ${nameList(fields, MOST_FIELDS)}`;
    });
  return lines.length === 0
    ? []
    : ["Variables of the environment that the files read, and the fields that they fill:", ...lines];
}
