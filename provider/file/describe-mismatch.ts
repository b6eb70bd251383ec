import type { FileValue } from "./references.ts";

/** Fields in which credentials are common. Their values never appear in messages. */
const MAY_HOLD_CREDENTIALS: ReadonlySet<string | number> = new Set([
  "external_project_url",
  "extra",
  "forwarded_headers",
  "password_protection",
  "settings",
  "values",
]);

const LONGEST = 60;

/** A scalar of the file as a message shows it; `undefined` if it may be secret: from a variable, or where credentials are common. */
export function shownValue({ path, tree, reference }: FileValue): string | undefined {
  if (tree.kind !== "scalar" || reference !== undefined) return undefined;
  if (path.some((part) => MAY_HOLD_CREDENTIALS.has(part))) return undefined;
  if (typeof tree.value !== "string") return (tree.plain ?? String(tree.value)).slice(0, LONGEST);
  return JSON.stringify(tree.value.length > LONGEST ? `${tree.value.slice(0, LONGEST)}…` : tree.value);
}

/** A broken rule in the words of a message: `must be at least 1; got 0`. */
export function describeMismatch(value: FileValue | undefined, rule: string): string {
  if (value?.reference !== undefined) return `the value of environment variable ${value.reference.variable} ${rule}`;
  const shown = value === undefined ? undefined : shownValue(value);
  return shown === undefined ? rule : `${rule}; got ${shown}`;
}
