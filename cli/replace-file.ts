import { randomUUID } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../core/api/errors.ts";

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
