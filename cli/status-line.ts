import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import { columnsOf, firstRow } from "./terminal.ts";

/** One line at the bottom of a terminal, which is replaced when its text changes. */
export interface StatusLine {
  show(text: string): void;
  /** Removes the line. Call it before other text is written to the terminal. */
  hide(): void;
}

/**
 * The cursor stays visible and below the line. So the terminal is clean whenever the process ends, and nothing has to be
 * restored when a signal arrives.
 */
export function createStatusLine(stream: NodeJS.WritableStream): StatusLine {
  let shown: string | undefined;
  const hide = (): void => {
    if (shown === undefined) return;
    // A terminal that was made narrower shows the line in several rows.
    moveCursor(stream, 0, -Math.ceil(shown.length / columnsOf(stream)));
    cursorTo(stream, 0);
    clearScreenDown(stream);
    shown = undefined;
  };
  return {
    show: (text) => {
      // A full row would make some terminals start another one.
      const row = firstRow(text, Math.max(1, columnsOf(stream) - 1));
      if (row === shown) return;
      hide();
      stream.write(`${row}\n`);
      shown = row;
    },
    hide,
  };
}
