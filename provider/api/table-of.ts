/** The table of some entries. The compiler sees neither that there is one for each key nor which value belongs to which: make all alike. */
export function tableOf<Table extends object>(entries: readonly (readonly [PropertyKey, unknown])[]): Table;
export function tableOf(entries: readonly (readonly [PropertyKey, unknown])[]): object {
  return Object.fromEntries(entries);
}
