import { createSecretSearch } from "./secret-search.ts";
import { hideUserInfo } from "./user-info.ts";

/** Replaces a secret in a text. */
export const REDACTED = "(secret)";

/**
 * Fewest characters of a secret that is replaced in texts. A shorter one, such as `1` or `true`, is part of unrelated words too:
 * replacing it would garble every message, and the gaps would tell what it is. The field that declares it is hidden whatever
 * its length.
 */
export const MIN_SECRET = 8;

/** True if the secret is long enough to be replaced in texts. White space at its ends does not count. */
export function canBeRedacted(secret: string): boolean {
  return secret.trim().length >= MIN_SECRET;
}

declare const redacted: unique symbol;

/** A text without secrets. Cut, join and trim only such a text: a part of a secret is not found. */
export type Redacted = string & { readonly [redacted]: true };

/** Changes a text that has lost its secrets, such as to cut it. */
export function edit(text: Redacted, change: (text: string) => string): Redacted;
export function edit(text: string, change: (text: string) => string): string {
  return change(text);
}

/** `length`: drop what comes after so many characters. A secret that begins before is replaced as a whole. Default: nothing. */
export type Redact = (text: string, options?: { readonly length?: number }) => Redacted;

/**
 * Knows the secrets and the names of a run. Values and free text (messages, notes, errors, traces) go through `redact`, names
 * (keys, ids, slugs, host names, fields) through `redactTokens`.
 */
export interface Redaction {
  /** Adds secrets. Those with fewer than 8 characters are ignored. */
  readonly add: (secrets: readonly string[]) => void;
  /** Adds tokens: they are always replaced, as those of the start. */
  readonly addTokens: (tokens: readonly string[]) => void;
  /** Adds values that only `redactOfService` replaces: elsewhere they may be any word. */
  readonly addOfService: (values: readonly string[]) => void;
  /** Adds names, such as `org_1/site/edgee/ga4` or `www.example.com`, at any time: a secret that is a part of one is shown. */
  readonly addNames: (names: readonly string[]) => void;
  /** True if a text is a whole segment of a name, or several that follow each other. */
  readonly isName: (text: string) => boolean;
  /** Replaces the tokens, and the secrets that are no names: as they are, and as they are written in JSON, in a URL and in base64. */
  readonly redact: Redact;
  /** Replaces only the tokens, in the same forms. */
  readonly redactTokens: Redact;
  /** For what the service may have quoted: replaces also the values of `addOfService` and the user info of URLs. */
  readonly redactOfService: Redact;
}

/** `tokens`: credentials of the run, always replaced. Those with fewer than 8 characters are ignored here too. */
export function createRedaction(tokens: readonly string[]): Redaction {
  const always = new Set(tokens.map((token) => token.trim()));
  const known = new Set<string>();
  const onlyOfService = new Set<string>();
  const names = new Set<string>();
  /** Most runs never ask for their parts. */
  const unsplit: string[] = [];
  const search = createSecretSearch();

  function add(secret: string): void {
    if (!canBeRedacted(secret) || known.has(secret)) return;
    known.add(secret);
    search.add(secret);
  }

  /** Secrets that overlap, or follow each other, are replaced as one. */
  function replace(text: string, length: number, isHidden: (secret: string) => boolean): Redacted;
  function replace(text: string, length: number, isHidden: (secret: string) => boolean): string {
    let clean = "";
    let hiddenUntil = -1;
    for (const { start, end } of known.size === 0 ? [] : search.find(text, length, isHidden)) {
      if (start > hiddenUntil) clean += text.slice(Math.max(0, hiddenUntil), start) + REDACTED;
      hiddenUntil = Math.max(hiddenUntil, end);
    }
    return clean + text.slice(Math.max(0, hiddenUntil), length);
  }

  function isName(text: string): boolean {
    for (const name of unsplit.splice(0)) for (const part of partsOf(name)) names.add(part);
    return names.has(text);
  }

  for (const token of always) add(token);
  const isToken = (secret: string): boolean => always.has(secret);
  const isOfService = (secret: string): boolean => isToken(secret) || !isName(secret);
  const isSecret = (secret: string): boolean => isOfService(secret) && !onlyOfService.has(secret);
  return {
    add: (secrets) =>
      secrets.forEach((secret) => {
        // A plan hides the user info of URLs first: the rest of a secret URL would not be found any more.
        for (const form of new Set([secret.trim(), hideUserInfo(secret.trim())])) {
          add(form);
          onlyOfService.delete(form);
        }
      }),
    addTokens: (added) =>
      added.forEach((token) => {
        always.add(token.trim());
        add(token.trim());
      }),
    addOfService: (values) =>
      values.forEach((value) => {
        if (!known.has(value.trim())) onlyOfService.add(value.trim());
        add(value.trim());
      }),
    addNames: (added) => added.forEach((name) => unsplit.push(name)),
    isName: (text) => isName(text.trim()),
    redact: (text, { length = text.length } = {}) => replace(text, length, isSecret),
    redactTokens: (text, { length = text.length } = {}) => replace(text, length, isToken),
    redactOfService: (text, { length = text.length } = {}) => edit(replace(text, length, isOfService), hideUserInfo),
  };
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
