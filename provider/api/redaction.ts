import { formsOf, type SecretForms } from "./secret-forms.ts";
import { createSecretIndex } from "./secret-index.ts";

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

interface Known {
  readonly length: number;
  /** How many secrets were known before. */
  readonly number: number;
  readonly remove: SecretForms["remove"];
}

/** `first`: the first secrets, such as the token. Those with fewer than 8 characters are ignored here too. */
export function createRedaction(first: readonly string[]): Redaction {
  const known = new Set<string>();
  const index = createSecretIndex<Known>();
  function add(secret: string): void {
    if (known.has(secret)) return;
    const { remove, pieces } = formsOf(secret, REDACTED);
    index.add({ length: secret.length, number: known.size, remove }, pieces);
    known.add(secret);
  }
  for (const secret of first) if (canBeRedacted(secret)) add(secret);
  return {
    add: (secrets) => {
      for (const secret of secrets) if (canBeRedacted(secret)) add(secret);
    },
    redact: (text) => {
      // Longest first: one secret may be the start of another.
      const found = [...index.find(text)].toSorted((a, b) => b.length - a.length || a.number - b.number);
      return mergeReplacements(found.reduce((rest, { remove }) => remove(rest), text));
    },
  };
}

/** A long secret is replaced piece by piece: show one replacement. */
function mergeReplacements(text: string): string {
  return text.replace(/(?:\(secret\)){2,}/g, REDACTED);
}
