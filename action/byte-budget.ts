/**
 * Room for a number of bytes, filled part by part. Gives a part's head and those of its rows that still fit in, no more
 * than `most` of them, and says how many are left out.
 */
export function createRoom(
  bytes: number,
  most: number,
): (head: readonly string[], rows: readonly string[]) => string[] {
  let left = bytes;
  return (head, rows) => {
    if (rows.length === 0) return [];
    const shown: string[] = [];
    for (const row of rows.slice(0, most)) {
      const size = Buffer.byteLength(row) + 1;
      if (size > left) break;
      left -= size;
      shown.push(row);
    }
    const missing = rows.length - shown.length;
    const rest = `… and ${missing} more; the report file has them all.`;
    return [...(shown.length > 0 ? [...head, ...shown] : []), ...(missing > 0 ? ["", rest] : [])];
  };
}
