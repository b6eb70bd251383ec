import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { render, type DeclaredProject } from "./declarations.ts";

/** A folder with the project files of the last declaration that was written. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-faults-"));
  let names: readonly string[] = [];
  return {
    path: folder,
    write: async (declared: readonly DeclaredProject[]): Promise<void> => {
      const files = render(declared);
      await Promise.all(names.filter((name) => !files.has(name)).map((name) => rm(path.join(folder, name))));
      await Promise.all([...files].map(([name, text]) => writeFile(path.join(folder, name), text)));
      names = [...files.keys()];
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
