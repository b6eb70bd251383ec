/** Shown in place of a sensitive value. */
export const SENSITIVE = "(sensitive)";

/**
 * A text without the user names and passwords of the URLs in it. If the whole text is a URL, they are what the WHATWG parser reads as
 * such, so the host that would be reached is always shown. In a longer text, a URL ends at white space, or at the quote that encloses
 * it. Takes linear time.
 */
export function hideUserInfo(text: string): string {
  if (!text.includes("@")) return text;
  let shown = "";
  let shownFrom = 0;
  for (const { start, end } of [...userInfoOf(text), ...inLongerText(text)]) {
    if (start < shownFrom) continue;
    shown += text.slice(shownFrom, start) + SENSITIVE;
    shownFrom = end;
  }
  return shown + text.slice(shownFrom);
}

/** At least `length`: where a text can be cut without cutting user info, which could then not be told from a host. */
export function endOfUserInfo(text: string, length: number): number {
  const isOpen = text.charAt(nextIn(text, /[/?#@]/g)(length)) === "@";
  return isOpen ? nextIn(text, AFTER_OTHER)(length) : Math.min(text.length, length);
}

/** User info in a text. `end` is the place of the `@`. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Before the host of the schemes that browsers know, slashes may be missing, and a backslash is one. */
const SPECIAL = /^(?:https?|wss?|ftp):$/i;
const AFTER_SPECIAL = /[/\\?#]/g;
const AFTER_OTHER = /[/?#]/g;

/**
 * The user info of a text that is a URL as a whole: none or one part. The parser drops tabs and line ends, wherever they are, and takes
 * any other character for a part of the password.
 */
export function userInfoOf(text: string): Part[] {
  const { protocol = "", username = "", password = "" } = URL.parse(text) ?? {};
  if (username === "" && password === "") return [];
  const isSpecial = SPECIAL.test(protocol);
  const slashes = isSpecial ? /[/\\\t\n\r]*/y : /(?:[\t\n\r]*\/){2}/y;
  slashes.lastIndex = text.indexOf(":") + 1;
  slashes.test(text);
  const start = slashes.lastIndex;
  const limit = nextIn(text, isSpecial ? AFTER_SPECIAL : AFTER_OTHER)(start);
  return [{ start, end: text.lastIndexOf("@", limit) }];
}

/** A scheme, or two slashes without one, and the quote before it. JSON may have escaped the slashes. */
const STARTS = /(["'`<]?)(?:([a-z][a-z0-9+.-]{0,30}:)([/\\]*)|(?<![^\s"'`<(=])(\/\/))/gi;
const TWO_SLASHES = /^(?:\/\/|\\\/\\\/)\\*$/;

function inLongerText(text: string): Part[] {
  const nextAt = nextIn(text, /@/g);
  const nextSpace = nextIn(text, /\s/g);
  const nextSpecial = nextIn(text, AFTER_SPECIAL);
  const nextOther = nextIn(text, AFTER_OTHER);
  // A quote before a letter is a part of the password.
  const nextQuote: Readonly<Record<string, (from: number) => number>> = {
    '"': nextIn(text, /"(?!\w)/g),
    "'": nextIn(text, /'(?!\w)/g),
    "`": nextIn(text, /`(?!\w)/g),
    "<": nextIn(text, />(?!\w)/g),
  };
  const parts: Part[] = [];
  let searchedUntil = 0;
  for (const { index, 0: all, 1: quote = "", 2: scheme, 3: slashes = "//" } of text.matchAll(STARTS)) {
    const isSpecial = scheme === undefined || SPECIAL.test(scheme);
    if (index < searchedUntil || (!isSpecial && !TWO_SLASHES.test(slashes))) continue;
    const start = index + all.length;
    const nextEnd = isSpecial ? nextSpecial : nextOther;
    const limit = Math.min(nextEnd(start), nextSpace(start), nextQuote[quote]?.(start) ?? text.length);
    if (nextAt(start) >= limit) continue;
    const end = text.lastIndexOf("@", limit - 1);
    searchedUntil = end;
    if (!/^:?$/.test(text.slice(start, end))) parts.push({ start, end });
  }
  return parts;
}

/** Finds the next match from a place. If the places only grow, it reads the text once in all. */
function nextIn(text: string, pattern: RegExp): (from: number) => number {
  const search = new RegExp(pattern);
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    search.lastIndex = from;
    found = search.exec(text)?.index ?? text.length;
    return found;
  };
}
