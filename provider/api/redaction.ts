import { removalOf, type Remove } from "./secret-forms.ts";

/** What stands in the place of a secret. */
export const REDACTED = "(secret)";

/** Shorter secrets are found by their path only: by their text they would damage what has nothing to do with them. */
const SHORTEST = 8;

/** The one place that knows the secrets of a run. Every text that leaves the program goes through it. */
export interface Redaction {
  /** From now on these are taken out too, where they have at least 8 characters. */
  readonly add: (secrets: readonly string[]) => void;
  readonly redact: (text: string) => string;
}

/** `always` is taken out whatever its length: a token. */
export function createRedaction(always: readonly string[]): Redaction {
  const secrets = new Set<string>(always.filter((secret) => secret.trim() !== ""));
  let removals = removalsOf(secrets);
  return {
    add: (more) => {
      const before = secrets.size;
      for (const secret of more) if (secret.trim().length >= SHORTEST) secrets.add(secret);
      if (secrets.size > before) removals = removalsOf(secrets);
    },
    redact: (text) => joined(removals.reduce((clean, remove) => remove(clean), text)),
  };
}

/** The longest first: one may begin like another. */
function removalsOf(secrets: ReadonlySet<string>): Remove[] {
  return [...secrets].toSorted((a, b) => b.length - a.length).map((secret) => removalOf(secret, REDACTED));
}

/** Of a long secret every piece was taken out. */
function joined(text: string): string {
  return text.replace(/(?:\(secret\)){2,}/g, REDACTED);
}
