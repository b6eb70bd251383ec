import { lstat, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../core/api/errors.ts";
import { replaceFile } from "./replace-file.ts";

export class WriteError extends Error {
  override readonly name = "WriteError";
  /** Paths of the files that were written before. */
  readonly written: readonly string[];

  constructor(message: string, { written = [], cause }: { written?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause });
    this.written = written;
  }
}

export interface FileToWrite {
  /** Without a folder. */
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files into a folder and returns their paths. Creates the folder, with those above it. Throws WriteError, and writes nothing, if a
 * file exists already and `force` is false. A link is never followed. Throws WriteError if a file cannot be written.
 */
export async function writeFiles(files: readonly FileToWrite[], folder: string, force: boolean): Promise<string[]> {
  const targets = files.map(({ name, text }) => ({ target: path.join(folder, path.basename(name)), text }));
  await refuseExisting(
    targets.map(({ target }) => target),
    force,
  );
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new WriteError(`Folder ${folder} cannot be created (${codeOf(error)}). Nothing was written.`, {
      cause: error,
    });
  });
  const written: string[] = [];
  for (const { target, text } of targets) {
    try {
      await (force ? replaceFile(target, text) : writeFile(target, text, { flag: "wx" }));
    } catch (error) {
      const before = written.length === 0 ? "" : ` Written before: ${written.join(", ")}.`;
      const message = `File ${target} cannot be written (${codeOf(error)})${force ? "" : ", and may be incomplete"}.${before}`;
      throw new WriteError(message, { written, cause: error });
    }
    written.push(target);
  }
  return written;
}

async function refuseExisting(targets: readonly string[], force: boolean): Promise<void> {
  const kinds = await Promise.all(targets.map(kindOf));
  const folders = targets.filter((_, index) => kinds[index] === "folder");
  if (folders.length > 0) throw new WriteError(`A folder has the name of the file: ${folders.join(", ")}. Remove it.`);
  const existing = targets.filter((_, index) => kinds[index] === "file");
  if (existing.length === 0 || force) return;
  throw new WriteError(
    `File exists already: ${existing.join(", ")}. Nothing was written. Overwrite with --force, or choose another folder.`,
  );
}

/** What exists at a path. A link is a file. */
export async function kindOf(target: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await lstat(target)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw new WriteError(`File ${target} cannot be written (${codeOf(error)}). Nothing was written.`, { cause: error });
  }
}
