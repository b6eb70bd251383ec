/** Longest value that a message repeats. */
const MAX_QUOTED = 80;

/** A value in a message: all of it or none, because half a secret would not be found any more. */
export function quoted(value: string, most = MAX_QUOTED): string {
  return value.length > most ? `a text of ${value.length} characters` : JSON.stringify(value);
}
