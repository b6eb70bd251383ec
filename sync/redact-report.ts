/** Fields that are never redacted, even if a secret equals their value: programs tell objects and results apart by them. */
const STRUCTURAL_FIELDS = new Set([
  "kind",
  "action",
  "status",
  "result",
  "mode",
  "level",
  "guard",
  "file",
  "files",
  "digest",
]);

/** Returns a copy of the data with `redact` applied to every string, except in structural fields. */
export function redactAll<T>(data: T, redact: (text: string) => string): T;
export function redactAll(data: unknown, redact: (text: string) => string): unknown {
  if (typeof data === "string") return redact(data);
  if (Array.isArray(data)) return data.map((item: unknown) => redactAll(item, redact));
  if (typeof data !== "object" || data === null) return data;
  const entries: readonly [string, unknown][] = Object.entries(data);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, STRUCTURAL_FIELDS.has(name) ? value : redactAll(value, redact)]),
  );
}
