import { formsOf, type SecretForms } from "./secret-forms.ts";
import { createSecretIndex } from "./secret-index.ts";

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

interface Known {
  readonly length: number;
  /** How many secrets were known before. */
  readonly number: number;
  readonly remove: SecretForms["remove"];
}

/** `always`: secrets that are redacted whatever their length, such as the token. */
export function createRedaction(always: readonly string[]): Redaction {
  const known = new Set<string>();
  const index = createSecretIndex<Known>();
  function add(secret: string): void {
    if (known.has(secret)) return;
    const { remove, pieces } = formsOf(secret, REDACTED);
    index.add({ length: secret.length, number: known.size, remove }, pieces);
    known.add(secret);
  }
  for (const secret of always) if (secret.trim() !== "") add(secret);
  return {
    add: (secrets) => {
      for (const secret of secrets) if (secret.trim().length >= MIN_LENGTH) add(secret);
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
