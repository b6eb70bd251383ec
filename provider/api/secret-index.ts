import { ampersandAt, percentAt, unicodeAt, type Reading } from "./escapes.ts";

/** Finds which secrets a text may hold, with one search for all of them. */
export interface SecretIndex<Item> {
  /**
   * `pieces`: the parts of a secret, each as the runs of its characters that a text holds one after the other, in any
   * encoding and with letters of either case, wherever the part is in it. A part without a run makes the item a candidate for
   * every text.
   */
  readonly add: (item: Item, pieces: readonly (readonly string[])[]) => void;
  /** All items with a part in the text, and by chance others. */
  readonly find: (text: string) => ReadonlySet<Item>;
}

/** Lengths of the windows, in UTF-16 code units, longest first. A part is known by its longest. */
const SIZES: readonly number[] = [8, 4, 2, 1];
const LONGEST = 8;
const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const LETTER_U = 0x75;

export function createSecretIndex<Item>(): SecretIndex<Item> {
  const always = new Set<Item>();
  const windows = new Map<string, Item[]>();
  /** Whether a window starts with this code unit, or with these two: most places of a text are passed by this alone. */
  const starts = new Uint8Array(2 ** 16);

  function addPiece(item: Item, runs: readonly string[]): void {
    const longest = Math.max(0, ...runs.map((run) => run.length));
    const size = SIZES.find((candidate) => candidate <= longest);
    if (size === undefined) {
      always.add(item);
      return;
    }
    // The rarest window: many secrets begin alike.
    const [rarest = ""] = runs
      .flatMap((run) => windowsOf(lowerCase(run), size))
      .toSorted((a, b) => (windows.get(a)?.length ?? 0) - (windows.get(b)?.length ?? 0));
    const items = windows.get(rarest);
    if (items === undefined) windows.set(rarest, [item]);
    else items.push(item);
    if (size > 1) starts[pair(rarest.charCodeAt(0), rarest.charCodeAt(1))] = 1;
    // A window of one unit: anything may follow.
    else starts.fill(1);
  }

  /** Reads on from a position in every way, and adds what the code units read so far are a window of. */
  function readOn(text: string, position: number, read: string, found: Set<Item>): void {
    const step = ({ units, end }: Reading): void => {
      const longer = read + lowerCase(units);
      if (longer.length > 1 && starts[pair(longer.charCodeAt(0), longer.charCodeAt(1))] !== 1) return;
      for (const size of SIZES) {
        if (size <= read.length || size > longer.length) continue;
        for (const item of windows.get(longer.slice(0, size)) ?? []) found.add(item);
      }
      if (longer.length < LONGEST) readOn(text, end, longer, found);
    };
    let start = position;
    while (text.charCodeAt(start) === BACKSLASH) start += 1;
    if (start >= text.length) return;
    step({ units: text.charAt(start), end: start + 1 });
    const code = text.charCodeAt(start);
    const decoded =
      code === PERCENT
        ? percentAt(text, start)
        : code === AMPERSAND
          ? ampersandAt(text, start)
          : code === LETTER_U && start > position
            ? unicodeAt(text, start)
            : undefined;
    if (decoded !== undefined) step(decoded);
  }

  return {
    add: (item, pieces) => {
      for (const runs of pieces) addPiece(item, runs);
    },
    find: (original) => {
      const found = new Set(always);
      if (windows.size === 0) return found;
      const text = lowerCase(original);
      for (let position = 0; position < text.length; position += 1) {
        const code = text.charCodeAt(position);
        const next = text.charCodeAt(position + 1);
        // From the last of several backslashes the same is read as from the first.
        if (code === BACKSLASH && next === BACKSLASH) continue;
        if (starts[pair(code, next)] === 1 || isSpecial(code) || isSpecial(next)) readOn(text, position, "", found);
      }
      return found;
    },
  };
}

/** Only ASCII: other letters can have another length in lower case. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The windows of a run. Each starts at a whole character, because a character may be encoded as one. */
function windowsOf(run: string, size: number): string[] {
  const all: string[] = [];
  for (let start = 0; start + size <= run.length; start += (run.codePointAt(start) ?? 0) > 0xff_ff ? 2 : 1)
    all.push(run.slice(start, start + size));
  return all;
}

function isSpecial(code: number): boolean {
  return code === BACKSLASH || code === PERCENT || code === AMPERSAND;
}

/** A number below 2 ** 16 for two code units. 0 if `second` is NaN, at the end of a text. */
function pair(first: number, second: number): number {
  return (first * 251 + second) & 0xff_ff;
}
