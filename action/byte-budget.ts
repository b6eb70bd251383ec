/** Some rows of one part of a text, with the lines around them. */
export interface Part {
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly tail?: readonly string[];
  /** The most that the part may use of what is left: 0 to 1. Default: 1. */
  readonly share?: number;
}

export interface Fitted {
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
