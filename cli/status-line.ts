import { clearLine, cursorTo, moveCursor } from "node:readline";
import { columnsOf, firstRow } from "./terminal.ts";

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
