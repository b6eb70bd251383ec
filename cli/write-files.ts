import { randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** A file that would be written cannot be. */
export class WriteError extends Error {
  override readonly name = "WriteError";
  /** Paths of the files that were written before it. */
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

interface Target {
  readonly target: string;
  readonly temporary: string;
  readonly text: string;
}

/**
 * Writes files into a folder, which is made where it is not there: each under a name of its own first, so that none is ever
 * seen half written. What is there already stays unless `force`, and then nothing is written at all. The answer are the paths.
 * Rejects with WriteError.
 */
export async function writeFiles(files: readonly FileToWrite[], folder: string, force: boolean): Promise<string[]> {
  const targets = files.map(({ name, text }) => {
    const target = path.join(folder, path.basename(name));
    return { target, temporary: `${target}.${randomUUID()}.tmp`, text };
  });
  await refuseExisting(targets, force);
  try {
    await writeTemporary(targets, folder);
    return await putInPlace(targets);
  } catch (error) {
    // What was not made cannot be removed either; what went wrong is the error of before.
    await Promise.allSettled(targets.map(({ temporary }) => rm(temporary, { force: true })));
    throw error;
  }
}

async function refuseExisting(targets: readonly Target[], force: boolean): Promise<void> {
  const there = await Promise.all(targets.map(async ({ target }) => ({ target, kind: await kindOf(target) })));
  const directories = there.filter(({ kind }) => kind === "directory").map(({ target }) => target);
  if (directories.length > 0) throw new WriteError(`There is a directory of this name: ${directories.join(", ")}.`);
  const existing = there.filter(({ kind }) => kind === "file").map(({ target }) => target);
  if (existing.length === 0 || force) return;
  const isOne = existing.length === 1 ? "It is" : "They are";
  throw new WriteError(
    `${isOne} there already: ${existing.join(", ")}. Nothing was written; choose another folder with --output, or overwrite with --force.`,
  );
}

async function kindOf(target: string): Promise<"file" | "directory" | undefined> {
  try {
    return (await lstat(target)).isDirectory() ? "directory" : "file";
  } catch (error) {
    // That its folder is none is for the making of the folder to say.
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw new WriteError(`${target} cannot be written (${codeOf(error)}). Nothing was written.`, { cause: error });
  }
}

async function writeTemporary(targets: readonly Target[], folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    for (const { temporary, text } of targets) await writeFile(temporary, text, { flag: "wx" });
  } catch (error) {
    throw new WriteError(`The files cannot be written to ${folder} (${codeOf(error)}). Nothing was written.`, {
      cause: error,
    });
  }
}

/** With the folders above it. Node's own way of it never ends in a file system that makes none, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if (codeOf(error) !== "ENOENT" || above === folder) {
      if (await isFolder(folder)) return;
      throw error;
    }
    await makeFolder(above);
    await mkdir(folder);
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

async function putInPlace(targets: readonly Target[]): Promise<string[]> {
  const written: string[] = [];
  for (const { target, temporary } of targets) {
    try {
      await rename(temporary, target);
    } catch (error) {
      const rest = targets.slice(written.length + 1).map((other) => other.target);
      const before = written.length === 0 ? "Nothing was written" : `Written before it: ${written.join(", ")}`;
      const after = rest.length === 0 ? "" : ` Not written after it: ${rest.join(", ")}.`;
      throw new WriteError(`${target} cannot be written (${codeOf(error)}). ${before}.${after}`, {
        written,
        cause: error,
      });
    }
    written.push(target);
  }
  return written;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
