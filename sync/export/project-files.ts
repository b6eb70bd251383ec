import { loadFile } from "../../provider/file/load-file.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { fileText } from "../../provider/file/write-file.ts";
import { findConflicts } from "../plan/conflicts.ts";
import type { FileToWrite } from "../../cli/write-files.ts";
import type { Export } from "./export.ts";

const MOST_COMMENTS = 50;
const LONGEST_COMMENT = 500;

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
    text: fileText(data, { schema, comments: comments(notes) }),
  }));
  const loaded = files.map(({ name, text }) => loadFile(name, text, { environment: {}, missingVariables: "tolerate" }));
  const problems = [
    ...loaded.flatMap((result) => result.problems),
    ...findConflicts(loaded.flatMap(({ file }) => file ?? [])),
  ];
  return { files, problems };
}

/** A file holds 1 MiB at most, and a service may have any number of things that no file can say. The export says them all. */
function comments(notes: readonly string[]): readonly string[] {
  const shown = notes.slice(0, MOST_COMMENTS).map((note) => cut(note));
  return notes.length > MOST_COMMENTS
    ? [...shown, `${notes.length - MOST_COMMENTS} more were said by the export.`]
    : shown;
}

function cut(note: string): string {
  return note.length > LONGEST_COMMENT ? `${note.slice(0, LONGEST_COMMENT)}…` : note;
}
