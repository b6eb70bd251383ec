import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { loadFile } from "../provider/file/load-file.ts";

const EXTENSION = ".yaml";

/**
 * Paths of the project files in a folder beside those that were written. One may be of a project that got another slug since: a run of
 * the whole folder then finds the domains of the project in two files. Files that are no valid project file are not among them.
 */
export async function otherProjectFiles(folder: string, written: readonly string[]): Promise<string[]> {
  const entries = await entriesOf(folder);
  const others = entries
    .filter((entry) => entry.isFile() && path.extname(entry.name) === EXTENSION)
    .map(({ name }) => path.join(folder, name))
    .filter((file) => !written.includes(file));
  // What cannot be read is for a run to complain of.
  const texts = await Promise.allSettled(others.map((file) => readFile(file)));
  return others
    .filter((file, index) => {
      const text = texts[index];
      return text?.status === "fulfilled" && isProjectFile(file, text.value);
    })
    .toSorted();
}

/** None of a folder that may be written to and not be listed: there no run finds a file either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EACCES") return [];
    throw error;
  }
}

function isProjectFile(file: string, text: Uint8Array): boolean {
  return loadFile(file, text, { environment: {}, missingVariables: "tolerate" }).file !== undefined;
}
