import { loadFile } from "../../provider/file/load-file.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { fileText } from "../../provider/file/write-file.ts";
import { findConflicts } from "../plan/conflicts.ts";
import type { Export } from "./export.ts";

const MOST_COMMENTS = 50;
const LONGEST_COMMENT = 500;

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
    text: fileText(data, { schema, comments: comments(notes) }),
  }));
  const loaded = files.map(({ name, text }) => loadFile(name, text, { environment: {}, missingVariables: "tolerate" }));
  const problems = [
    ...loaded.flatMap((result) => result.problems),
    ...findConflicts(loaded.flatMap(({ file }) => file ?? [])),
  ];
  return { files, problems };
}

/** Cut, because a file holds at most 1 MiB. The command prints every note. */
function comments(notes: readonly string[]): readonly string[] {
  const shown = notes
    .slice(0, MOST_COMMENTS)
    .map((note) => (note.length > LONGEST_COMMENT ? `${note.slice(0, LONGEST_COMMENT)}…` : note));
  const more = notes.length - MOST_COMMENTS;
  return more > 0 ? [...shown, `${more} more notes are in the output of the export.`] : shown;
}
