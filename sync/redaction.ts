/** What stands in the place of a secret value. */
export const REDACTED = "(secret)";

/** Shorter values are found by their path only: by their text they would damage what has nothing to do with them. */
const SHORTEST = 8;

/** Takes the secrets of a run out of any text that leaves the program. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}

/** The same data with the secrets taken out of every text in it. */
export function redactAll<T>(data: T, redact: (text: string) => string): T;
export function redactAll(data: unknown, redact: (text: string) => string): unknown {
  if (typeof data === "string") return redact(data);
  if (Array.isArray(data)) return data.map((item: unknown) => redactAll(item, redact));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, redactAll(value as unknown, redact)]));
}
