import { readFile } from "node:fs/promises";
import path from "node:path";
import { codeOf, InvalidRequestError } from "../provider/api/errors.ts";
import { printable } from "../provider/api/printable.ts";

/** Reads a file that an option names, relative to `folder`. Throws InvalidRequestError, which says why it cannot; `what` names the file. */
export async function readTextFile(what: string, file: string, folder: string): Promise<string> {
  try {
    return await readFile(path.resolve(folder, file), "utf8");
  } catch (error) {
    const code = codeOf(error);
    const message =
      code === "ENOENT"
        ? `${what} not found: ${printable(file)}`
        : `${what} cannot be read: ${printable(file)} (${code})`;
    throw new InvalidRequestError(message, { cause: error });
  }
}
