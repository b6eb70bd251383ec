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
  const secrets = new Set<string>(always);
  let forms = formsOf([...secrets]);
  return {
    add: (more) => {
      for (const secret of more) if (secret.length >= SHORTEST) secrets.add(secret);
      forms = formsOf([...secrets]);
    },
    redact: (text) => forms.reduce((clean, form) => clean.replaceAll(form, REDACTED), text),
  };
}

/** As it is, on one line, and as JSON, PHP's JSON (`\/`) and a URL would write it; the longest first. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    const line = secret.replace(/[\s\p{Cc}]+/gu, " ").trim();
    return [secret, line, json, json.replaceAll("/", String.raw`\/`), encodeURIComponent(secret.toWellFormed())];
  });
  return [...new Set(forms)].filter((form) => form !== "").toSorted((a, b) => b.length - a.length);
}
