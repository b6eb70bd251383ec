import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../provider/api/errors.ts";

/**
 * Writes a file that only its owner can read: completely, or not at all. Replaces a file that exists, also behind a link.
 * Throws an Error that says why it cannot.
 */
export async function saveFile(file: string, text: string): Promise<void> {
  try {
    const target = await realPath(file);
    await refuseOther(target);
    const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
    try {
      await writeNew(temporary, text);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw new Error(`File ${file} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

/** A device, such as /dev/stdout, must not be replaced by a file. */
async function refuseOther(target: string): Promise<void> {
  const found = await stat(target).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (found !== undefined && !found.isFile()) {
    throw Object.assign(new Error(`${target} exists`), { code: "it is not a regular file" });
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

/** Where the last link leads. The path itself if nothing is there. */
export async function realPath(file: string): Promise<string> {
  return realpath(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return file;
    throw error;
  });
}
