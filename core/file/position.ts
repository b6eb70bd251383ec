import { LineCounter } from "yaml";

/** A position in a file. Line and column count from 1 (0: the file as a whole); columns count UTF-16 units, as editors and GitHub do. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The two positions of a value: of its key and of the value itself. They are the same for an item of a list. */
export interface Positions {
  readonly key: Position;
  readonly value: Position;
}

/** Returns a function that turns offsets into positions. Reads the text once. */
export function createLocator(file: string, text: string): (offset: number) => Position {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines.addNewLine(index + 1);
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
}

export function formatPosition({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
