import { removalOf, type Remove } from "./secret-forms.ts";

/** Replaces a secret in a text. */
export const REDACTED = "(secret)";

/** Characters that a secret needs to be redacted in texts: a shorter one would match unrelated words. */
export const MIN_SECRET = 8;

/** Whether the secret is long enough to be redacted in texts. White space at its ends does not count. */
export function canBeRedacted(secret: string): boolean {
  return secret.trim().length >= MIN_SECRET;
}

/** Knows the secrets of a run. Every text that leaves the program goes through it. */
export interface Redaction {
  /** Adds secrets. Those with fewer than 8 characters are ignored. */
  readonly add: (secrets: readonly string[]) => void;
  readonly redact: (text: string) => string;
}

/** The most texts whose redacted form is kept, and the length of the longest. Reports repeat short texts. */
const MAX_KEPT = 2000;
const MAX_KEPT_LENGTH = 500;

/** `first`: the first secrets, such as the token. Those with fewer than 8 characters are ignored here too. */
export function createRedaction(first: readonly string[]): Redaction {
  const secrets = new Set<string>(first.filter(canBeRedacted));
  let removals = removalsOf(secrets);
  const kept = new Map<string, string>();
  return {
    add: (more) => {
      const before = secrets.size;
      for (const secret of more) if (canBeRedacted(secret)) secrets.add(secret);
      if (secrets.size === before) return;
      removals = removalsOf(secrets);
      kept.clear();
    },
    redact: (text) => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const clean = mergeReplacements(removals.reduce((rest, remove) => remove(rest), text));
      if (kept.size >= MAX_KEPT) kept.clear();
      if (text.length <= MAX_KEPT_LENGTH) kept.set(text, clean);
      return clean;
    },
  };
}

/** Longest first: one secret may be the start of another. */
function removalsOf(secrets: ReadonlySet<string>): Remove[] {
  return [...secrets].toSorted((a, b) => b.length - a.length).map((secret) => removalOf(secret, REDACTED));
}

/** A long secret is replaced piece by piece: show one replacement. */
function mergeReplacements(text: string): string {
  return text.replace(/(?:\(secret\)){2,}/g, REDACTED);
}
