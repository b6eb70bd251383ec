import wrapAnsi from "wrap-ansi";
import { clearLine, cursorTo, moveCursor } from "node:readline";

/** Characters. A narrower part of a line is not wrapped: the terminal breaks it. */
const NARROW = 20;
/** Columns of a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

/** Whether a stream is a terminal. */
export function isTerminal(stream: object | undefined): boolean {
  return stream !== undefined && "isTTY" in stream && stream.isTTY === true;
}

/** Whether text on the stream can be replaced: a terminal that moves its cursor. */
export function canReplace(stream: object, { TERM }: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal(stream) && TERM !== "dumb";
}

/** Columns of the terminal. */
export function columnsOf(stream: object): number {
  const columns = "columns" in stream ? Number(stream.columns) : 0;
  return columns > 0 ? columns : DEFAULT_COLUMNS;
}

/** Breaks a long line for a terminal, between words if possible. The new lines are indented two more than the first. */
export function wrapLine(line: string, columns: number): string {
  const isShort = wrapAnsi(line, columns, { hard: true, trim: false }).length === line.length;
  const indent = `${/^ */.exec(line)?.[0] ?? ""}  `;
  const width = columns - indent.length;
  if (isShort || width < NARROW) return line;
  const rows = wrapAnsi(line.trimStart(), width, { hard: true }).split("\n");
  return `${indent.slice(2)}${rows.join(`\n${indent}`)}`;
}

/** The part of a line that fits into one row. */
function firstRow(line: string, columns: number): string {
  return wrapAnsi(line, columns, { hard: true, wordWrap: false, trim: false }).split("\n")[0] ?? "";
}

/** One line at the bottom of a terminal, which is replaced when its text changes. */
export interface StatusLine {
  show(text: string): void;
  hide(): void;
  /** Runs `write`, which writes other text to the terminal: above the line. */
  writeAbove(write: () => void): void;
}

/**
 * The cursor stays visible and below the line. So the terminal is clean whenever the process ends, and nothing has to be
 * restored when a signal arrives.
 */
export function createStatusLine(stream: NodeJS.WritableStream): StatusLine {
  let shown: string | undefined;
  const hide = (): void => {
    if (shown === undefined) return;
    // The terminal may have shown a key below the line, such as ^C.
    clearLine(stream, 0);
    // A terminal that was made narrower shows the line in several rows.
    for (let row = 0; row < shown.length; row += columnsOf(stream)) {
      moveCursor(stream, 0, -1);
      clearLine(stream, 0);
    }
    cursorTo(stream, 0);
    shown = undefined;
  };
  const show = (text: string): void => {
    // A full row would make some terminals start another one.
    const row = firstRow(text, Math.max(1, columnsOf(stream) - 1));
    if (row === shown) return;
    hide();
    stream.write(`${row}\n`);
    shown = row;
  };
  return {
    show,
    hide,
    writeAbove: (write) => {
      const text = shown;
      hide();
      write();
      if (text !== undefined) show(text);
    },
  };
}
