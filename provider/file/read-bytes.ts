import { constants, open, type FileHandle } from "node:fs/promises";

/** The content of a regular file, or why it is not read. */
export type ReadBytes = { readonly bytes: Uint8Array } | { readonly refused: string };

/**
 * Reads a regular file. Opens it without waiting, because a named pipe may never get a writer. Checks the size first, and then reads
 * at most `most` bytes, because files such as those in /proc have no size. Rejects with the error of the file system.
 */
export async function readBytes(path: string, most: number): Promise<ReadBytes> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const { size } = await file.stat().then((stats) => (stats.isFile() ? stats : { size: undefined }));
  if (size === undefined) return { refused: "not a regular file" };
  const tooLarge = { refused: `larger than ${most / 1024 / 1024} MiB, the limit for a project file` };
  if (size > most) return tooLarge;
  const bytes = await readUpTo(file, most + 1);
  return bytes.byteLength > most ? tooLarge : { bytes };
}

async function readUpTo(file: FileHandle, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < most) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(Math.min(64 * 1024, most - total)) });
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(chunks);
}
