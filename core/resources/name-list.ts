/** More names hide the first ones. */
const MOST = 10;

/** Names in a message: at most ten, and how many more. */
export function nameList(names: readonly string[]): string {
  return `${names.slice(0, MOST).join(", ")}${names.length > MOST ? ` and ${names.length - MOST} more` : ""}`;
}
