/** In every line of every long secret. Letters and digits: no encoding but base64 writes it another way. */
const MARK = "zq7x";

/** Every character that some format writes another way, of those that a token may have. */
export const TOKEN = `${MARK}-tok/en+=%41"\\<&>'${MARK}`;

/** What the project files refer to, by the names of the variables. */
export const SECRETS = {
  COOKIE: `${MARK}-cookie-secret`,
  HEADER: `Basic ${MARK}: "quoted" 100%25 /path?a=b&c=${MARK}`,
  WEIRD: `${MARK} "first" line/1 %41 ü✓\r\n  '${MARK}' \\second\\ <b>&amp;</b> 😀\nlast ${MARK}\n`,
  /** The project file does not mark it as a secret: only the catalogue does. */
  PLAIN: `${MARK}-plain-but-secret`,
  /** Too short to be searched for in a text: found by the path of its field. */
  SHORT: "s7#Kp",
} as const;

/** The secret that the service had before. */
export const OLD = `${MARK}-old-value`;

/** The forms in which a service may repeat a secret that it was sent. */
export const REPEATED = [TOKEN, SECRETS.COOKIE, SECRETS.HEADER, SECRETS.WEIRD].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret),
]);

/** Base64 of a text holds one of these three where the text has the secret somewhere: with 0, 1 or 2 bytes before it. */
function base64(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // Without the characters that depend on the bytes before and after it.
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

/** Parts of a text that show a secret. Ignores the commands that tell GitHub's runner which values to mask. */
export function leaks(text: string): string[] {
  const shown = text.replaceAll(/^::add-mask::.*$/gm, "");
  return NEEDLES.flatMap((needle) => {
    const at = shown.indexOf(needle);
    return at === -1 ? [] : [shown.slice(Math.max(0, at - 80), at + needle.length + 40)];
  });
}
