import type { Path } from "../resources/schema-walk.ts";
import { isSensitiveAt } from "../resources/sensitive-values.ts";
import type { FileValue } from "./references.ts";
import { fileSchema } from "./schema.ts";

/** Fields in which credentials are common, besides those that the schema marks as sensitive. */
const MAY_HOLD_CREDENTIALS: ReadonlySet<string | number> = new Set(["extra", "password_protection", "settings"]);

const LONGEST = 60;

/** A scalar of the file as a message shows it; `undefined` if it may be secret: from a variable, or where credentials are common. */
export function shownValue({ path, tree, reference }: FileValue): string | undefined {
  if (tree.kind !== "scalar" || reference !== undefined) return undefined;
  if (path.some((part) => MAY_HOLD_CREDENTIALS.has(part)) || isSensitive(path)) return undefined;
  if (typeof tree.value !== "string") return (tree.plain ?? String(tree.value)).slice(0, LONGEST);
  return JSON.stringify(tree.value.length > LONGEST ? `${tree.value.slice(0, LONGEST)}…` : tree.value);
}

/** Text in place of a whole section names no value. */
function isSensitive(path: Path): boolean {
  return path.length > 1 && isSensitiveAt(fileSchema, path);
}

/** A broken rule in the words of a message: `must be at least 1; got 0`. */
export function describeMismatch(value: FileValue | undefined, rule: string): string {
  if (value?.reference !== undefined) return `the value of environment variable ${value.reference.variable} ${rule}`;
  const shown = value === undefined ? undefined : shownValue(value);
  return shown === undefined ? rule : `${rule}; got ${shown}`;
}
