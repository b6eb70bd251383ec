/** Shown in place of a sensitive value. */
export const SENSITIVE = "(sensitive)";

/**
 * A text without the user names and passwords of the URLs in it. They are what the WHATWG parser reads as such, so the host that would be
 * reached is always shown: it drops tabs and line ends, and takes other white space for a part of the password. In a longer text, a URL
 * also ends at the quote that encloses it, and after what is a host name. Takes linear time.
 */
export function hideUserInfo(text: string): string {
  if (!text.includes("@")) return text;
  let shown = "";
  let shownFrom = 0;
  const whole = URL.parse(text);
  // What the parser reads as the host of the whole text is shown, whatever it looks like.
  const hostEnd = SPECIAL.test(whole?.protocol ?? "") ? authorityIn(text, true).end : 0;
  const inside = [...inLongerText(text), ...withoutLineEnds(text)].filter(({ start }) => start >= hostEnd);
  const parts = [...userInfoOf(text, whole), ...inside];
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= shownFrom) shown += text.slice(shownFrom, start) + SENSITIVE;
    shownFrom = Math.max(shownFrom, end);
  }
  return shown + text.slice(shownFrom);
}

/** At least `length`: where a text can be cut without cutting user info, which could then not be told from a host. */
export function endOfUserInfo(text: string, length: number): number {
  const isOpen = text.charAt(nextIn(text, /[/?#@]/g)(length)) === "@";
  return isOpen ? nextIn(text, AFTER_OTHER)(length) : Math.min(text.length, length);
}

/** A part of a text that must not be shown. Of user info, `end` is the place of the `@`. */
export interface HiddenPart {
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
export function userInfoOf(text: string, url = URL.parse(text)): HiddenPart[] {
  const { protocol = "", username = "", password = "" } = url ?? {};
  if (username === "" && password === "") return [];
  const { start, end } = authorityIn(text, SPECIAL.test(protocol));
  return [{ start, end: text.lastIndexOf("@", end) }];
}

/** User info, host and port of a text that is a URL as a whole. */
function authorityIn(text: string, isSpecial: boolean): { readonly start: number; readonly end: number } {
  const slashes = isSpecial ? /[/\\\t\n\r]*/y : /(?:[\t\n\r]*\/){2}/y;
  slashes.lastIndex = text.indexOf(":") + 1;
  slashes.test(text);
  const start = slashes.lastIndex;
  return { start, end: nextIn(text, isSpecial ? AFTER_SPECIAL : AFTER_OTHER)(start) };
}

/** A scheme, or two slashes without one that begin no comment, and the quote before it. JSON may have escaped the slashes. */
const STARTS = /(["'`<]?)(?:([a-z][a-z0-9+.-]{0,30}:)([/\\]*)|(?<![\w:/\\])((?=\\*\/)[/\\]{2,})(?!\s))/gi;
/** One behind a path, such as `settings.` before a key, which may also be read as a part of the scheme. */
const BEHIND_A_DOT = /()(?<=\.)((?:https?|wss?|ftp):)([/\\]*)/gi;
const TWO_SLASHES = /^(?:\/\/|\\\/\\\/)\\*$/;

/** Characters that may follow a URL in prose, in HTML or in Markdown, and the host name before them. */
const AFTER_HOST = /[\s"'`<>()[\],;]/g;
const HOST = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+\.?(?::\d*)?$/u;
const LONGEST_HOST = 260;

function inLongerText(text: string): HiddenPart[] {
  return [STARTS, BEHIND_A_DOT].flatMap((starts) => startingBy(starts, text));
}

function startingBy(starts: RegExp, text: string): HiddenPart[] {
  const nextAt = nextIn(text, /@/g);
  const nextSpecial = nextIn(text, AFTER_SPECIAL);
  const nextOther = nextIn(text, AFTER_OTHER);
  const nextAfterHost = nextIn(text, AFTER_HOST);
  const nextSpace = nextIn(text, /\s/g);
  // A quote before a letter is a part of the password.
  const nextQuote: Readonly<Record<string, (from: number) => number>> = {
    '"': nextIn(text, /"(?!\w)/g),
    "'": nextIn(text, /'(?!\w)/g),
    "`": nextIn(text, /`(?!\w)/g),
    "<": nextIn(text, />(?!\w)/g),
  };
  const parts: HiddenPart[] = [];
  let searchedUntil = 0;
  for (const { index, 0: all, 1: quote = "", 2: scheme, 3: slashes = "//" } of text.matchAll(starts)) {
    const isSpecial = scheme === undefined || SPECIAL.test(scheme);
    if (index < searchedUntil || (!isSpecial && !TWO_SLASHES.test(slashes))) continue;
    const start = index + all.length;
    const nextEnd = isSpecial ? nextSpecial : nextOther;
    const limit = Math.min(nextEnd(start), nextQuote[quote]?.(start) ?? text.length);
    if (nextAt(start) >= limit) continue;
    const after = nextAfterHost(start);
    const host = after < nextAt(start) && after - start <= LONGEST_HOST ? text.slice(start, after) : "";
    // Without white space, a colon begins a password more often than a port: `https://first.last:1)x@example.com`, and a
    // comma or semicolon is a part of it.
    const isEnded = !/[,;]/.test(text.charAt(after)) && !host.includes(":");
    const isHost = HOST.test(host) && (isEnded || nextSpace(start) < nextAt(start));
    if (isHost) continue;
    const end = text.lastIndexOf("@", limit - 1);
    searchedUntil = end;
    if (!/^[\t\n\r]*(?::[\t\n\r]*)?$/.test(text.slice(start, end))) parts.push({ start, end });
  }
  return parts;
}

/** As a parser reads the text: a tab or line end in a scheme, or between its slashes, is not there. */
function withoutLineEnds(text: string): HiddenPart[] {
  const kept = Array.from(text.matchAll(/[^\t\n\r]+/g), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  if (kept.length < 2) return [];
  const joined = kept.map(({ start, end }) => text.slice(start, end)).join("");
  const places = kept.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index));
  return inLongerText(joined).map(({ start, end }) => ({ start: places[start] ?? 0, end: places[end] ?? text.length }));
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
