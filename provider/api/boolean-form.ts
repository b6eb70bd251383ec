/** `"true"`, `1` and `"1"` mean true where a boolean is expected: not every database has booleans. */
export function booleanForm(value: unknown): unknown {
  if (value === "true" || value === 1 || value === "1") return true;
  return value === "false" || value === 0 || value === "0" ? false : value;
}
