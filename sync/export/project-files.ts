import { loadFile } from "../../provider/file/load-file.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { fileText } from "../../provider/file/write-file.ts";
import { findConflicts } from "../plan/conflicts.ts";
import type { Export } from "./export.ts";

/**
 * The project files of an export, each with its notes as comments. The files are loaded and compared as a run does it: a problem would be
 * a bug of this program.
 */
export function projectFiles(
  { projects }: Export,
  schema: string,
): {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly problems: readonly Problem[];
} {
  const files = projects.map(({ fileName, data, notes }) => ({
    name: fileName,
    text: fileText(data, { schema, comments: notes }),
  }));
  const loaded = files.map(({ name, text }) => loadFile(name, text, { environment: {}, missingVariables: "tolerate" }));
  const problems = [
    ...loaded.flatMap((result) => result.problems),
    ...findConflicts(loaded.flatMap(({ file }) => file ?? [])),
  ];
  return { files, problems };
}
