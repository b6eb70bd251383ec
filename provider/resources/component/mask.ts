import { createHash } from "node:crypto";

/*
 * Services show a secret in a form of their own (docs/decisions/0002-settings-key-by-key.md). `hasMask` judges a value by its
 * look alone, `isFormOf` by the secret that it may stand for. Neither decides whether a value may be sent back: a secret never
 * is.
 */

/** How services mask a value, whatever the value is: stars, dots, a run of x, a word in brackets, a hash with its name. */
const MASKS: readonly RegExp[] = [
  /^[^\s/]{0,16}[*•●]{3,}[^\s/]{0,16}$/,
  /^[\w-]{0,8}(?:x{4,}|X{4,})\w{0,4}$/,
  /^[^\s/]{0,16}(?:…|\.{3,})[^\s/.]{0,8}$/,
  /^[[<(](?:redacted|hidden|masked|secret|encrypted)[\])>]$/i,
  /^(?:REDACTED|HIDDEN|MASKED)$/,
  /^(?:sha-?\d{1,3}|md5|hmac(?:-\w+)?|bcrypt|argon2\w{0,2})[:=]\S+$/i,
  /^\$(?:2[abxy]|argon2\w{0,2}|[156])\$\S+$/,
];

/** A word that is a mask or a value. */
const MASK_WORD = /^(?:redacted|hidden|masked)$/i;

/** Whether a value is a mask, or contains one: then the real value is not known. */
export function hasMask(value: unknown): boolean {
  if (typeof value === "string") return MASKS.some((mask) => mask.test(value));
  return typeof value === "object" && value !== null && Object.values(value).some(hasMask);
}

/** Whether a value that may be a secret looks like a mask. To send a mask back would overwrite the secret. */
export function looksMasked(value: unknown): boolean {
  return hasMask(value) || (typeof value === "string" && MASK_WORD.test(value));
}

const REMARK = /^[[<(]+[a-z][a-z _-]*[\])>]+$/i;

/**
 * Whether `shown` is a form in which a service may show the secret: nothing, a mask, a part of it, or a hash of it. Any other
 * text may be another secret.
 */
export function isFormOf(secret: unknown, shown: unknown): boolean {
  if (shown === null || shown === "" || looksMasked(shown)) return true;
  // No text is `true`: it says that there is one.
  if (shown === true) return typeof secret === "string";
  if (typeof shown !== "string") return false;
  const text = typeof secret === "string" ? secret : JSON.stringify(secret);
  return isOtherRemark(text, shown) || hasOtherFiller(text, shown) || isPartOf(text, shown) || isHashOf(text, shown);
}

/** Words in brackets, such as `[FILTERED]`. The secret itself is none. */
function isOtherRemark(secret: string, shown: string): boolean {
  return REMARK.test(shown) && !REMARK.test(secret);
}

/** A run of one character that stands for others. The secret itself does not have it. */
function hasOtherFiller(secret: string, shown: string): boolean {
  const [run] = /([*•●])\1{2}|([xX.\-_#])\2{3}|^(.)\3{2,}$/u.exec(shown) ?? [];
  return run !== undefined && !secret.includes(run);
}

/**
 * The beginning, the end, or both, with or without filler between them. It has at most half of the characters: a text that
 * shows more of a secret is rather another one.
 */
function isPartOf(secret: string, shown: string): boolean {
  let start = 0;
  while (start < shown.length && shown[start] === secret[start]) start += 1;
  const end = shown.slice(start).replace(/^[*•●…xX.\-_#]+/u, "");
  return secret.endsWith(end) && start + end.length <= secret.length / 2;
}

/** A hash proves that the service has the secret. It may be cut, but not to less than eight characters. */
function isHashOf(secret: string, shown: string): boolean {
  if (shown.length < 8) return false;
  return ["sha256", "sha1", "sha512", "md5"].some((algorithm) =>
    (["hex", "base64", "base64url"] as const).some((encoding) => {
      const digest = createHash(algorithm).update(secret).digest(encoding);
      return digest.startsWith(encoding === "hex" ? shown.toLowerCase() : shown);
    }),
  );
}
