/** For `toSorted`: the order of `<`, the same on every machine, unlike the order of a locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The canonical form of a key: slugs, names of components and ids of organizations do not differ in case alone. */
export function keyForm(key: string): string {
  return key.toLowerCase();
}
