import { randomUUID } from "node:crypto";
import { lstat, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf, InvalidRequestError } from "../core/api/errors.ts";
import { createReadStream } from "node:fs";
import { printable } from "../core/text/printable.ts";

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
      await (force ? replaceFile(target, text) : createFile(target, text));
    } catch (error) {
      const before = written.length === 0 ? "" : ` Written before: ${written.join(", ")}.`;
      const message = `File ${target} cannot be written (${codeOf(error)}).${before}`;
      throw new WriteError(message, { written, cause: error });
    }
    written.push(target);
  }
  return written;
}

/** Writes a file that does not exist: completely, or not at all. */
async function createFile(target: string, text: string): Promise<void> {
  await using file = await open(target, "wx");
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/**
 * Writes a file: completely, or not at all. Replaces one that exists. Never writes where a link leads: somebody else may have made it. Rejects
 * with an error whose code says why it cannot. `mode`: default: that of the file that exists.
 */
export async function replaceFile(target: string, text: string, mode?: number): Promise<void> {
  const found = await lstat(target).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found?.isSymbolicLink() === true) throw notWritten(target, "it is a link: remove it, or name another file");
  // A device, such as a terminal, must not be replaced by a file.
  if (found?.isFile() === false) throw notWritten(target, "it is not a regular file");
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    await writeFile(temporary, text, { mode: mode ?? found?.mode ?? 0o666, flag: "wx", flush: true });
    // Replaces a link that was made meanwhile.
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function notWritten(target: string, code: string): Error {
  return Object.assign(new Error(`${target} exists`), { code });
}

async function refuseExisting(targets: readonly string[], force: boolean): Promise<void> {
  const kinds = await Promise.all(targets.map(kindOf));
  const folders = targets.filter((_, index) => kinds[index] === "folder");
  if (folders.length > 0) throw new WriteError(`A folder has the name of the file: ${folders.join(", ")}. Remove it.`);
  const existing = targets.filter((_, index) => kinds[index] === "file");
  if (existing.length === 0 || force) return;
  throw new WriteError(
    `File exists already: ${existing.join(", ")}. Nothing was written. To bring live values into it, use projectsync pull; or choose another folder.`,
  );
}

/** The kind of thing at a path. A link is a file. */
export async function kindOf(target: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await lstat(target)).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw new WriteError(`File ${target} cannot be written (${codeOf(error)}). Nothing was written.`, { cause: error });
  }
}

const MEBIBYTE = 1024 * 1024;
/** Most mebibytes of a file that an option names. */
const MOST_MEBIBYTES = 64;

/** Reads a file that an option names, relative to `folder`. Throws InvalidRequestError, which says why it cannot; `what` names the file. */
export async function readTextFile(what: string, file: string, folder: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Piece by piece: a device has no size, and no end.
    const stream: AsyncIterable<Uint8Array> = createReadStream(path.resolve(folder, file), { highWaterMark: MEBIBYTE });
    for await (const bytes of stream) {
      size += bytes.length;
      if (size > MOST_MEBIBYTES * MEBIBYTE) break;
      chunks.push(bytes);
    }
  } catch (error) {
    const code = codeOf(error);
    const message =
      code === "ENOENT"
        ? `${what} not found: ${printable(file)}`
        : `${what} cannot be read: ${printable(file)} (${code})`;
    throw new InvalidRequestError(message, { cause: error });
  }
  if (size <= MOST_MEBIBYTES * MEBIBYTE) return Buffer.concat(chunks).toString();
  throw new InvalidRequestError(`${what} is larger than ${MOST_MEBIBYTES} MiB: ${printable(file)}`);
}
