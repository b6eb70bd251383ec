/** Names in a message: at most `most`, because more hide the first ones, and how many more there are. */
export function nameList(names: readonly string[], most = 10): string {
  return `${names.slice(0, most).join(", ")}${names.length > most ? ` and ${names.length - most} more` : ""}`;
}
