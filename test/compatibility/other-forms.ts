/* The same values as other services write them. */

/** The same with 0 and 1 for flags, at any depth. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNumbers(part)]));
}

/** The same without `false`, `0`, `""`, empty lists and maps, at any depth: as Go and protocol buffers write records by default. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]): [string, unknown] => [name, withoutEmpty(part)])
      .filter(([, part]) => !isEmptyPart(part)),
  );
}

function isEmptyPart(part: unknown): boolean {
  if (typeof part === "object" && part !== null) return Object.keys(part).length === 0;
  return part === false || part === 0 || part === "" || part === null;
}
