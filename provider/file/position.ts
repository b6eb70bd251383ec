/** A place in a file. Line and column count from 1; columns count UTF-16 units, as editors and GitHub do. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into positions; reads the text once. */
export function locator(file: string, text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
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
