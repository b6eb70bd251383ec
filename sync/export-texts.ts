import { loadFile } from "../provider/file/load-file.ts";
import type { Problem } from "../provider/file/problem.ts";
import { fileText } from "../provider/file/write-file.ts";
import { conflicts } from "./conflicts.ts";
import type { FileToWrite } from "./export-files.ts";
import type { Export } from "./export.ts";

/**
 * The project files of an export, each with what is not in it as a comment. They are read as a run would read them; `problems` are
 * what is wrong with them, which would be a fault of this program.
 */
export function projectFiles(
  { projects }: Export,
  schema: string,
): { readonly files: readonly FileToWrite[]; readonly problems: readonly Problem[] } {
  const files = projects.map(({ fileName, data, notes }) => ({
    name: fileName,
    text: fileText(data, { schema, comments: notes }),
  }));
  const loaded = files.map(({ name, text }) => loadFile(name, text, { environment: {}, unavailable: "tolerate" }));
  const problems = [
    ...loaded.flatMap((result) => result.problems),
    ...conflicts(loaded.flatMap(({ file }) => file ?? [])),
  ];
  return { files, problems };
}
