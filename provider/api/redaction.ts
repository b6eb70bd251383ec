/** Replaces a secret in a text. */
export const REDACTED = "(secret)";

/**
 * Fewest characters of a secret that is replaced in texts. A shorter one, such as `1` or `true`, is part of unrelated words too:
 * replacing it would garble every message, and the gaps would tell what it is. The field that declares it is hidden whatever
 * its length.
 */
export const MIN_SECRET = 8;

/** Whether the secret is long enough to be replaced in texts. White space at its ends does not count. */
export function canBeRedacted(secret: string): boolean {
  return secret.trim().length >= MIN_SECRET;
}

/**
 * Knows the secrets and the names of a run. Values and free text (messages, notes, errors, traces) go through `redact`, names
 * (keys, ids, slugs, host names, fields) through `redactTokens`.
 */
export interface Redaction {
  /** Adds secrets. Those with fewer than 8 characters are ignored. */
  readonly add: (secrets: readonly string[]) => void;
  /** Adds names, such as `org_1/site/edgee/ga4` or `www.example.com`, at any time: a secret that is a part of one is shown. */
  readonly addNames: (names: readonly string[]) => void;
  /** Whether a text is a whole segment of a name, or several that follow each other. */
  readonly isName: (text: string) => boolean;
  /** Replaces the tokens, and the secrets that are no names: as they are, in JSON, in a URL and in base64. */
  readonly redact: (text: string) => string;
  /** Replaces only the tokens, in the same forms. */
  readonly redactTokens: (text: string) => string;
}

/** `tokens`: credentials of the run, always replaced. Those with fewer than 8 characters are ignored here too. */
export function createRedaction(tokens: readonly string[]): Redaction {
  const always = new Set(tokens.map((token) => token.trim()));
  const known = new Set<string>();
  const names = new Set<string>();
  /** Most runs never ask for their parts. */
  const unsplit: string[] = [];
  /** Each form with its secret, by its first 8 characters: the time for a text hardly depends on the number of secrets. */
  const formsByStart = new Map<string, { readonly form: string; readonly secret: string }[]>();

  function add(secret: string): void {
    if (!canBeRedacted(secret) || known.has(secret)) return;
    known.add(secret);
    for (const form of formsOf(secret)) {
      const start = form.slice(0, MIN_SECRET);
      if (!formsByStart.has(start)) formsByStart.set(start, []);
      formsByStart.get(start)?.push({ form, secret });
    }
  }

  /** Where the longest form that begins at a place ends. `undefined`: none begins there. */
  function endOfForm(text: string, start: number, isHidden: (secret: string) => boolean): number | undefined {
    const found = formsByStart.get(text.slice(start, start + MIN_SECRET));
    const ends = found?.filter(({ form, secret }) => text.startsWith(form, start) && isHidden(secret)) ?? [];
    return ends.length === 0 ? undefined : start + Math.max(...ends.map(({ form }) => form.length));
  }

  /** Forms that overlap, or follow each other, are replaced as one. */
  function replace(text: string, isHidden: (secret: string) => boolean): string {
    let clean = "";
    let hiddenUntil = -1;
    let shownFrom = 0;
    for (let start = 0; start + MIN_SECRET <= text.length; start += 1) {
      const end = endOfForm(text, start, isHidden);
      if (end === undefined) continue;
      if (start > hiddenUntil) clean += text.slice(shownFrom, start) + REDACTED;
      hiddenUntil = Math.max(hiddenUntil, end);
      shownFrom = hiddenUntil;
    }
    return clean + text.slice(shownFrom);
  }

  function isName(text: string): boolean {
    for (const name of unsplit.splice(0)) for (const part of partsOf(name)) names.add(part);
    return names.has(text);
  }

  for (const token of always) add(token);
  const isToken = (secret: string): boolean => always.has(secret);
  const isSecret = (secret: string): boolean => isToken(secret) || !isName(secret);
  return {
    add: (secrets) => secrets.forEach((secret) => add(secret.trim())),
    addNames: (added) => added.forEach((name) => unsplit.push(name)),
    isName: (text) => isName(text.trim()),
    redact: (text) => replace(text, isSecret),
    redactTokens: (text) => replace(text, isToken),
  };
}

/** Some programs write it in lower case. */
const ESCAPE = /%[0-9A-F]{2}/g;
/** Some programs write it as an escape in JSON. */
const NOT_ASCII = /[^ -~]/g;

/** The forms in which other programs repeat a secret. None is shorter than 8 characters. */
function formsOf(secret: string): ReadonlySet<string> {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replaceAll(NOT_ASCII, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const jsons = [json, ascii].flatMap((form) => [form, form.replaceAll("/", String.raw`\/`)]);
  // In a path, and in a query, where a space is a plus.
  const url = encodeURIComponent(secret.toWellFormed());
  const query = new URLSearchParams([["", secret]]).toString().slice("=".length);
  const escaped = [url, query].flatMap((form) => [form, form.replaceAll(ESCAPE, (each) => each.toLowerCase())]);
  return new Set([secret, ...jsons, ...escaped, ...base64Forms(secret)]);
}

/** Base64 of the secret, alone or within a longer text. Three bytes become four characters, so there are three alignments. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    // Drop characters that share bits with the bytes before or after.
    const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
    return text.slice([0, 2, 3][offset], end);
  });
  return [...forms, ...forms.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
}

const SEPARATOR = /[/.]/g;

/** Most segments that are a part of a name together. Bounds the time for a name of many. */
const MAX_SEGMENTS = 8;

/** Each segment of a name, and those that follow each other: of `org_1/www.example.com` also `www.example.com` and `example.com`. */
function partsOf(name: string): string[] {
  const separators = Array.from(name.matchAll(SEPARATOR), ({ index }) => index);
  const ends = [...separators, name.length];
  return [0, ...separators.map((index) => index + 1)].flatMap((start, index) =>
    ends.slice(index, index + MAX_SEGMENTS).map((end) => name.slice(start, end)),
  );
}
