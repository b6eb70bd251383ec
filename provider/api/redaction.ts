import { removalOf, type Remove } from "./secret-forms.ts";

/** Replaces a secret in a text. */
export const REDACTED = "(secret)";

/** Shorter secrets are hidden by their field only. In texts they could match unrelated words. */
const MIN_LENGTH = 8;

/** Knows the secrets of a run. Every text that leaves the program goes through it. */
export interface Redaction {
  /** Adds secrets. Those with fewer than 8 characters are ignored. */
  readonly add: (secrets: readonly string[]) => void;
  readonly redact: (text: string) => string;
}

/** The most texts whose redacted form is kept, and the length of the longest. Reports repeat short texts. */
const MAX_KEPT = 2000;
const MAX_KEPT_LENGTH = 500;

/** `always`: secrets that are redacted whatever their length, such as the token. */
export function createRedaction(always: readonly string[]): Redaction {
  const secrets = new Set<string>(always.filter((secret) => secret.trim() !== ""));
  let removals = removalsOf(secrets);
  const kept = new Map<string, string>();
  return {
    add: (more) => {
      const before = secrets.size;
      for (const secret of more) if (secret.trim().length >= MIN_LENGTH) secrets.add(secret);
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
