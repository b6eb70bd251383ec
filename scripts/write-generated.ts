import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";

/** Writes a generated file below schema/ or provider/stub/. With `--check`: writes nothing, and complains if it is out of date. */
export async function writeGenerated(path: string, content: string): Promise<void> {
  if (!process.argv.includes("--check")) await writeFile(path, content);
  else if ((await readFile(path, "utf8").catch(() => "")) !== content) complain(`${basename(path)} is not up to date`);
}

export function complain(problem: string): void {
  process.stderr.write(`schema: ${problem}; run npm run schema\n`);
  process.exitCode = 1;
}
