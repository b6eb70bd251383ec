import type { Table } from "./markdown.ts";

/** Rows that are shown at once. More are folded away. */
export const FOLD = 20;
/** The same for domains that are not ready: a certificate often takes longer than the run. */
export const FOLD_DOMAINS = 5;
/** A longer table is not readable. */
export const MAX_ROWS = 500;
/** What folded rows may use of what is left: other parts follow. */
const FOLDED_SHARE = 0.25;
/** One or more parts below a title. The rows that no part may show are `left`. */
export interface Section {
  readonly title?: string;
  readonly parts: readonly Part[];
  readonly left: number;
}

/** Shows the first rows, and folds the others away. `most`: rows that are shown at once. */
export function section(title: string, { head, rows }: Table, most = FOLD): Section {
  if (rows.length === 0) return { parts: [], left: 0 };
  const folded = rows.slice(most, MAX_ROWS);
  return {
    title: `### ${title} (${rows.length})`,
    parts: [
      { head, rows: rows.slice(0, most) },
      ...(folded.length === 0 ? [] : [{ ...fold("more", false, { head, rows: folded }), share: FOLDED_SHARE }]),
    ],
    left: Math.max(rows.length - MAX_ROWS, 0),
  };
}

/** `summary` is HTML. */
export function fold(summary: string, isOpen: boolean, { head, rows }: Table): Part {
  const start = `<details${isOpen ? " open" : ""}><summary>${summary}</summary>`;
  return { head: [start, "", ...head], rows, tail: ["", "</details>"] };
}

/** Leaves out what does not fit any more. */
export function fitSection({ title, parts, left }: Section, fit: (part: Part) => Fitted): Fitted {
  const fitted = parts.map(fit);
  const shown = fitted.filter(({ lines }) => lines.length > 0).map(({ lines }) => lines.join("\n"));
  return {
    lines: [...(title === undefined ? [] : [title]), ...shown],
    missing: fitted.reduce((sum, { missing }) => sum + missing, left),
  };
}

/** Some rows of one part of a text, with the lines around them. */
interface Part {
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly tail?: readonly string[];
  /** The most that the part may use of what is left: 0 to 1. Default: 1. */
  readonly share?: number;
}

interface Fitted {
  /** Empty if no row fits. */
  readonly lines: readonly string[];
  /** How many rows were left out. */
  readonly missing: number;
}

/** Shares `bytes` among the parts of one text: each part gets what earlier parts did not use. */
export function createByteBudget(bytes: number): (part: Part) => Fitted {
  let left = bytes;
  return ({ head, rows, tail = [], share = 1 }) => {
    const most = left * share;
    const shown: string[] = [];
    // An empty line follows the part.
    let used = sizeOf([...head, ...tail, ""]);
    for (const row of rows) {
      const size = sizeOf([row]);
      if (used + size > most) break;
      used += size;
      shown.push(row);
    }
    if (shown.length === 0) return { lines: [], missing: rows.length };
    left -= used;
    return { lines: [...head, ...shown, ...tail], missing: rows.length - shown.length };
  };
}

/** Bytes of the lines, each with its line end. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}
