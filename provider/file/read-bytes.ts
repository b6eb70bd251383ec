import { openSync, constants, fstatSync, readSync, closeSync } from "node:fs";

/** The content of a regular file, or why it is not read. */
export type ReadBytes = { readonly bytes: Uint8Array } | { readonly refused: string };

const CHUNK = 64 * 1024;

/**
 * Reads a regular file. Opens it without waiting, because a named pipe may never get a writer. Checks the size first, and then reads
 * at most `most` bytes, because files such as those in /proc have no size. Throws the error of the file system. Synchronous: the
 * constructor of a Pulumi resource cannot wait.
 */
export function readBytes(path: string, most: number): ReadBytes {
  const tooLarge = { refused: `larger than ${most / 1024 / 1024} MiB, the limit for a project file` };
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { refused: "not a regular file" };
    if (stats.size > most) return tooLarge;
    const chunks: Uint8Array[] = [];
    let total = 0;
    while (total <= most) {
      const buffer = Buffer.alloc(Math.min(CHUNK, most + 1 - total));
      const bytesRead = readSync(file, buffer);
      if (bytesRead === 0) break;
      chunks.push(buffer.subarray(0, bytesRead));
      total += bytesRead;
    }
    return total > most ? tooLarge : { bytes: Buffer.concat(chunks) };
  } finally {
    closeSync(file);
  }
}
