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
  const starts = [0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) starts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

export function formatPosition({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
