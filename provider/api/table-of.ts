/** The table of some entries. The compiler sees neither that there is one for each key nor which value belongs to which: make all alike. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- `Object.fromEntries` loses the names of the keys
export function tableOf<Table extends object>(entries: readonly (readonly [PropertyKey, unknown])[]): Table;
export function tableOf(entries: readonly (readonly [PropertyKey, unknown])[]): object {
  return Object.fromEntries(entries);
}
