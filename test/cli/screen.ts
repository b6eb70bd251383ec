import { stripVTControlCharacters } from "node:util";

/** An escape sequence as its parameter and its last character, the end of a line, or text. */
const PART = new RegExp(String.raw`\x1B\[(\d*)([A-Za-z])|(\r?\n|\r)|([^\x1B\r\n]+)`, "g");

/**
 * The lines that a terminal shows after it got a text. Knows the cursor movements that the command line uses, and throws on any
 * other escape sequence except colours.
 */
export function screenOf(text: string): string[] {
  let rows = [""];
  let row = 0;
  let column = 0;
  for (const [, move = "", end = "", line, typed = ""] of text.matchAll(PART)) {
    if (line !== undefined) {
      column = 0;
      if (line !== "\r") row += 1;
      rows[row] ??= "";
    } else if (typed !== "") {
      rows[row] =
        `${(rows[row] ?? "").padEnd(column).slice(0, column)}${typed}${(rows[row] ?? "").slice(column + typed.length)}`;
      column += typed.length;
    } else if (end === "A") {
      row = Math.max(0, row - Number(move));
    } else if (end === "G") {
      column = Number(move) - 1;
    } else if (end === "J") {
      rows = [...rows.slice(0, row), (rows[row] ?? "").slice(0, column)];
    } else if (end === "K") {
      rows[row] = "";
    } else if (end !== "m") {
      throw new Error(`Unknown escape sequence: ${JSON.stringify(`${move}${end}`)}`);
    }
  }
  return rows.map((shown) => stripVTControlCharacters(shown).trimEnd());
}
