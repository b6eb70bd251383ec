/** For `toSorted`: the order of `<`, the same on every machine, unlike the order of a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
