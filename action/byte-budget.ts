/** Adds the rows that fit below a head, and a last line that counts the rows left out. No rows: no lines. */
export type FitRows = (head: readonly string[], rows: readonly string[]) => string[];

/**
 * Shares `bytes` among the parts of one text. Each part gets the bytes that earlier parts did not use, and at most `maxRows`
 * rows.
 */
export function createByteBudget(bytes: number, maxRows: number): FitRows {
  let left = bytes;
  return (head, rows) => {
    if (rows.length === 0) return [];
    const shown: string[] = [];
    for (const row of rows.slice(0, maxRows)) {
      const size = Buffer.byteLength(row) + 1;
      if (size > left) break;
      left -= size;
      shown.push(row);
    }
    const missing = rows.length - shown.length;
    const rest = `… and ${missing} more. The report file (output report-path) lists all.`;
    return [...(shown.length > 0 ? [...head, ...shown] : []), ...(missing > 0 ? ["", rest] : [])];
  };
}
