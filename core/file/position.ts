import { LineCounter } from "yaml";
import type { Path } from "../resources/schema-walk.ts";

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
  return line === 0 ? file : `${file}:${line}:${column}`;
}

/** A path as text: `components.edgee/ga4.version`, `domains[1].name`. Empty for the root. Keys are not quoted. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** A path as the key of a map. Unlike `pathText` it tells the key `a.b` from the key `b` under `a`. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** True if a path, as text, is the container itself or inside it. */
export function isWithin(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}.`) || path.startsWith(`${container}[`);
}
