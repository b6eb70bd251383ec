import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** Removes the declarations in a folder that no entry reaches. `entries`: paths in that folder. */
export function keepReachedDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set(entries.map((entry) => path.join(folder, entry)));
  for (const file of reached) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
    for (const { fileName } of importedFiles.filter((imported) => imported.fileName.startsWith("."))) {
      reached.add(path.join(path.dirname(file), fileName.replace(/\.ts$/, ".d.ts")));
    }
  }
  for (const file of globSync("**/*.d.ts", { cwd: folder }).map((name) => path.join(folder, name))) {
    if (!reached.has(file)) rmSync(file);
  }
}
