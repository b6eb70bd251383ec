import { openSync, constants, fstatSync, readSync, closeSync } from "node:fs";

/** The content of a regular file, or why it is not read. */
export type ReadBytes = { readonly bytes: Uint8Array } | { readonly refused: string };

export const MAX_BYTES = 1024 * 1024;

/** One for all files: to clear and collect one for each takes a third of the time of a run with many files. */
const buffer = Buffer.allocUnsafeSlow(MAX_BYTES + 1);

/**
 * Reads a project file. Opens it without waiting, because a named pipe may never get a writer. Does not trust its size, because files such
 * as those in /proc have none. Throws the error of the file system. Synchronous: the constructor of a Pulumi resource cannot wait.
 */
export function readBytes(path: string): ReadBytes {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return { refused: "not a regular file" };
    let total = 0;
    for (let last = 1; last > 0 && total < buffer.length; total += last)
      last = readSync(file, buffer, total, buffer.length - total, null);
    return total > MAX_BYTES
      ? { refused: "larger than 1 MiB, the limit for a project file" }
      : { bytes: Buffer.from(buffer.subarray(0, total)) };
  } finally {
    closeSync(file);
  }
}
