/** `"true"`, `"True"`, `1` and `"1"` mean true where a boolean is expected: not every database has booleans. */
export function booleanForm(value: unknown): unknown {
  const form = typeof value === "string" ? value.toLowerCase() : value;
  if (form === "true" || form === 1 || form === "1") return true;
  return form === "false" || form === 0 || form === "0" ? false : value;
}
