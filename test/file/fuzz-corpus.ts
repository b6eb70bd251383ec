import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

export const CORPUS = path.join(import.meta.dirname, "corpus");

/** An input that mutations start from. */
export interface Sample {
  readonly name: string;
  readonly content: Buffer;
}

/** The committed inputs, which include those that failed once, and the examples. Sorted by name. */
export async function readCorpus(): Promise<readonly Sample[]> {
  const folders = [CORPUS, path.join(ROOT, "examples/projects"), path.join(ROOT, "examples/preview")];
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).toSorted().map((name) => path.join(folder, name))),
  );
  return Promise.all(
    files.flat().map(async (file) => ({ name: path.relative(ROOT, file), content: await readFile(file) })),
  );
}
