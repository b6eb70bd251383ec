import { isObject } from "../resources/json.ts";

/** The single entry of a map that a file reads as a reference: `{ env: NAME }` or `{ secret: NAME }`. */
interface ReferenceData {
  readonly key: "env" | "secret";
  readonly content: unknown;
}

/** The reference that plain data holds. `undefined` for any other value. Does not check the content. */
export function referenceData(value: unknown): ReferenceData | undefined {
  const [[key, content] = [], ...more] = isObject(value) ? Object.entries(value) : [];
  return more.length === 0 && (key === "env" || key === "secret") ? { key, content } : undefined;
}
