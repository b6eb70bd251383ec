import { randomUUID } from "node:crypto";
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A file that would be written cannot be. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

export interface FileToWrite {
  /** Without a folder. */
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files into a folder, which is made where it is not there: each under a name of its own first, so that none is ever
 * seen half written. What is there already stays unless `force`, and then nothing is written at all. The answer are the paths.
 */
export async function writeFiles(files: readonly FileToWrite[], folder: string, force: boolean): Promise<string[]> {
  const targets = files.map(({ name, text }) => ({ target: path.join(folder, path.basename(name)), text }));
  const there = await Promise.all(targets.map(async ({ target }) => ({ target, kind: await kindOf(target) })));
  const directories = there.filter(({ kind }) => kind === "directory").map(({ target }) => target);
  if (directories.length > 0) throw new WriteError(`There is a directory of this name: ${directories.join(", ")}.`);
  const existing = there.filter(({ kind }) => kind === "file").map(({ target }) => target);
  if (existing.length > 0 && !force) {
    const isOne = existing.length === 1 ? "It is" : "They are";
    throw new WriteError(
      `${isOne} there already: ${existing.join(", ")}. Nothing was written; choose another folder with --output, or overwrite with --force.`,
    );
  }
  const written = targets.map((file) => ({ ...file, temporary: `${file.target}.${randomUUID()}.tmp` }));
  try {
    await mkdir(folder, { recursive: true });
    for (const { temporary, text } of written) await writeFile(temporary, text, { flag: "wx" });
    for (const { temporary, target } of written) await rename(temporary, target);
  } catch (error) {
    // What was not made cannot be removed either; what went wrong is the error of before.
    await Promise.allSettled(written.map(({ temporary }) => rm(temporary, { force: true })));
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new WriteError(`The files cannot be written to ${folder} (${code}).`, { cause: error });
  }
  return written.map(({ target }) => target);
}

async function kindOf(target: string): Promise<"file" | "directory" | undefined> {
  const found = await lstat(target).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return undefined;
    }
    throw error;
  });
  if (found === undefined) return undefined;
  return found.isDirectory() ? "directory" : "file";
}
