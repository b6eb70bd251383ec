import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { constants, open, type FileHandle } from "node:fs/promises";

/** The content of a regular file, or why it is not read. */
export type ReadBytes = { readonly bytes: Uint8Array } | { readonly refused: string };

/**
 * Reads a regular file. Opens it without waiting, because a named pipe may never get a writer. Checks the size first, and then reads
 * at most `most` bytes, because files such as those in /proc have no size. Rejects with the error of the file system.
 */
export async function readBytes(path: string, most: number): Promise<ReadBytes> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const refused = refusalOf(await file.stat(), most);
  if (refused !== undefined) return { refused };
  return atMost(await readUpTo(file, most + 1), most);
}

/** {@link readBytes} for a constructor, which cannot wait. Throws the error of the file system. */
export function readBytesSync(path: string, most: number): ReadBytes {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const refused = refusalOf(fstatSync(file), most);
    if (refused !== undefined) return { refused };
    const chunks: Uint8Array[] = [];
    let total = 0;
    while (total <= most) {
      const buffer = Buffer.alloc(Math.min(CHUNK, most + 1 - total));
      const bytesRead = readSync(file, buffer);
      if (bytesRead === 0) break;
      chunks.push(buffer.subarray(0, bytesRead));
      total += bytesRead;
    }
    return atMost(Buffer.concat(chunks), most);
  } finally {
    closeSync(file);
  }
}

function refusalOf(stats: { readonly size: number; isFile(): boolean }, most: number): string | undefined {
  if (!stats.isFile()) return "not a regular file";
  return stats.size > most ? tooLarge(most) : undefined;
}

function atMost(bytes: Uint8Array, most: number): ReadBytes {
  return bytes.byteLength > most ? { refused: tooLarge(most) } : { bytes };
}

function tooLarge(most: number): string {
  return `larger than ${most / 1024 / 1024} MiB, the limit for a project file`;
}

const CHUNK = 64 * 1024;

async function readUpTo(file: FileHandle, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < most) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(Math.min(CHUNK, most - total)) });
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(chunks);
}
