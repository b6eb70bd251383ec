/** What the rest of the program, and those who read a report, tell things apart by: never touched, whatever a secret says. */
const STRUCTURE = new Set(["kind", "action", "status", "result", "mode", "level", "guard", "file", "files", "digest"]);

/** The same data with the secrets taken out of every text in it that is free. */
export function redactAll<T>(data: T, redact: (text: string) => string): T;
export function redactAll(data: unknown, redact: (text: string) => string): unknown {
  if (typeof data === "string") return redact(data);
  if (Array.isArray(data)) return data.map((item: unknown) => redactAll(item, redact));
  if (typeof data !== "object" || data === null) return data;
  const entries: readonly [string, unknown][] = Object.entries(data);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, STRUCTURE.has(name) ? value : redactAll(value, redact)]),
  );
}
