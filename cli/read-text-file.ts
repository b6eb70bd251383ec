import { createReadStream } from "node:fs";
import path from "node:path";
import { codeOf, InvalidRequestError } from "../core/api/errors.ts";
import { printable } from "../core/text/printable.ts";

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
