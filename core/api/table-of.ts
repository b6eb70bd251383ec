/** A table made of entries. The compiler does not check them: give one for each key of the table. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- `Object.fromEntries` loses the names of the keys
export function tableOf<Table extends object>(entries: readonly (readonly [PropertyKey, unknown])[]): Table;
export function tableOf(entries: readonly (readonly [PropertyKey, unknown])[]): object {
  return Object.fromEntries(entries);
}
