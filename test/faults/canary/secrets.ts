/** In every line of every long secret. Letters and digits: no encoding but base64 writes it another way. */
const MARK = "zq7x";

/** Every character that some format writes another way, of those that a token may have. */
export const TOKEN = `${MARK}-tok/en+=%41"\\<&>'${MARK}`;

/** What the project files refer to, by the names of the variables. */
export const SECRETS = {
  COOKIE: `${MARK}-cookie-secret`,
  HEADER: `Basic ${MARK}: "quoted" 100%25 /path?a=b&c=${MARK}`,
  WEIRD: `${MARK} "first" line/1 %41 ü✓\r\n  '${MARK}' \\second\\ <b>&amp;</b> 😀\nlast ${MARK}\n`,
  /** Written as no secret: only the catalogue calls it one. */
  PLAIN: `${MARK}-plain-but-secret`,
  /** Too short to be looked for in texts: known by its place. */
  SHORT: "s7#Kp",
} as const;

/** What the service has had before: as secret. */
export const OLD = `${MARK}-old-value`;

/** What a service that repeats what it was sent may write, in every form. */
export const REPEATED = [TOKEN, SECRETS.COOKIE, SECRETS.HEADER, SECRETS.WEIRD].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret),
]);

/** Base64 of a text holds one of these three where the text has the secret somewhere: with 0, 1 or 2 bytes before it. */
function base64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Without the characters that depend on what stands before and after it.
    const core = bytes.toString("base64").slice(before === 0 ? 0 : before + 1, -4);
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

const SHORT_FORMS = ["s7#Kp", "s7%23Kp", "s7&#35;Kp", String.raw`s7\u0023Kp`];
const NEEDLES = [
  MARK,
  ...[TOKEN, ...Object.values(SECRETS)].flatMap(base64).filter((form) => form.length > 8),
  ...SHORT_FORMS,
];

/** Where a text shows a secret, with what is around it. What tells GitHub's runner what to mask is no such place. */
export function leaks(text: string): string[] {
  const shown = text.replaceAll(/^::add-mask::.*$/gm, "");
  return NEEDLES.flatMap((needle) => {
    const at = shown.indexOf(needle);
    return at === -1 ? [] : [shown.slice(Math.max(0, at - 80), at + needle.length + 40)];
  });
}
