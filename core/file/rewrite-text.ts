import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { isObject, itemsOf, type Fields } from "../resources/json.ts";
import { followersOf, isSameKind, slotsOfList, slotsOfMap, type Placed, type Slot } from "./match-entries.ts";
import { contentOf, entriesOf, type Node } from "./yaml-content.ts";
import { blockLines, flowSource, nameSource, scalarSource, type SourceStyle } from "./value-source.ts";

/** The text has a form that cannot be edited with certainty. */
export class UneditableError extends Error {
  override readonly name = "UneditableError";
}

type Collection = YAMLMap.Parsed | YAMLSeq.Parsed;

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

interface RewriteOptions {
  readonly isJson: boolean;
  /** Another text in a list takes the place of one, with its comments. */
  readonly replacesTexts: boolean;
}

/** A text with the content that is wanted: only the source of what differs is replaced. Throws UneditableError. */
export function rewrite(
  text: string,
  root: YAMLMap.Parsed,
  wanted: Fields,
  { isJson, replacesTexts }: RewriteOptions,
): string {
  const style: SourceStyle = { isJson, lineEnd: /\r?\n/.exec(text)?.[0] ?? "\n", unit: unitOf(text) };
  let splices: Splice[] = [];

  const replace = (start: number, end: number, source: string): void => void splices.push({ start, end, source });

  /** A part of the text with the changes in it, which are then done. */
  function take(start: number, end: number): string {
    const inside = splices.filter((each) => each.start >= start && each.end <= end);
    splices = splices.filter((each) => !inside.includes(each));
    let at = start;
    let taken = "";
    for (const each of inside.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
      taken += text.slice(at, each.start) + each.source;
      at = each.end;
    }
    return taken + text.slice(at, end);
  }

  /** Where a line starts, and where it ends without its line end. */
  const lineStart = (at: number): number => text.lastIndexOf("\n", at - 1) + 1;
  const lineEnd = (at: number): number => {
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    return text[end - 1] === "\r" ? Math.max(end - 1, at) : end;
  };
  const nextLine = (at: number): number => Math.min(text.length, lineEnd(at) + style.lineEnd.length);

  function endOf(node: ParsedNode): number {
    const last = isBlock(node) ? entriesOf(node).at(-1)?.value : undefined;
    if (last !== undefined && last !== null) return endOf(last);
    const [start, end] = node.range;
    return start + text.slice(start, end).trimEnd().length;
  }

  function placed(node: Collection): Placed[] {
    return entriesOf(node).map((entry, index) => {
      const { key, value } = entry;
      if (value === null) throw new UneditableError();
      const [start] = (key ?? value).range;
      const found = { ...entry, index, start, end: endOf(value) };
      if (key !== undefined || !isBlock(node)) return found;
      const dash = /- +$/.exec(text.slice(lineStart(start), start));
      if (dash === null) throw new UneditableError();
      return { ...found, start: start - dash[0].length };
    });
  }

  function change(node: ParsedNode, value: unknown): void {
    if (isDeepStrictEqual(contentOf(node), value)) return;
    const [start] = node.range;
    if (isScalar(node)) {
      const source = text.slice(start, endOf(node));
      replace(start, endOf(node), scalarSource(value, { type: node.type, source }, style));
    } else if (isMap(node) || isSeq(node)) changeEntries(node, placed(node), value);
  }

  function changeEntries(node: Collection, entries: readonly Placed[], value: unknown): void {
    const slots = isObject(value) ? slotsOfMap(entries, value) : slotsOfList(entries, itemsOf(value), replacesTexts);
    for (const { old, value: wantedHere } of slots) {
      if (old === undefined || old.value === null || isDeepStrictEqual(contentOf(old.value), wantedHere)) continue;
      if (isSameKind(old.value, wantedHere)) change(old.value, wantedHere);
      else changeKind(old, old.value, wantedHere, isBlock(node));
    }
    const isSame = slots.length === entries.length && slots.every(({ old }, index) => old?.index === index);
    if (isSame) return;
    if (isBlock(node)) blockEntries(entries, slots);
    else flowEntries(node, entries, slots);
  }

  /** The value of a pair becomes a list or a map, or ceases to be one. */
  function changeKind({ key, name, start }: Placed, old: ParsedNode, value: unknown, isInBlock: boolean): void {
    if (key === undefined) throw new UneditableError();
    const isText = (each: unknown): boolean => typeof each !== "object" || each === null;
    const staysList = isSeq(old) && !isBlock(old) && Array.isArray(value) && value.every(isText);
    const isInline = isText(value) || Object.keys(Object(value)).length === 0 || staysList;
    if (!isInBlock || (isInline && !isBlock(old))) {
      replace(old.range[0], endOf(old), flowSource(value, style));
      return;
    }
    const [colon] = /^\s*:/.exec(text.slice(key.range[1])) ?? [];
    if (colon === undefined) throw new UneditableError();
    const afterColon = key.range[1] + colon.length;
    const line = lineEnd(afterColon);
    if (isBlock(old)) {
      replace(afterColon, afterColon, ` ${flowSource(value, style)}`);
      replace(line, lineEnd(endOf(old)), "");
    } else {
      // A comment between: it is not certain what it is about.
      if (text.slice(afterColon, old.range[0]).includes("#")) throw new UneditableError();
      const [, ...lines] = blockLines({ [name]: value }, start - lineStart(start), style);
      replace(afterColon, endOf(old), "");
      replace(line, line, lines.map((each) => style.lineEnd + each).join(""));
    }
  }

  function flowEntries(node: Collection, entries: readonly Placed[], slots: readonly Slot[]): void {
    const [start, end] = node.range;
    const first = entries[0]?.start ?? start;
    const last = entries.at(-1)?.end ?? end;
    const open = text.slice(start + 1, first);
    const before = new Map(
      entries.map((entry, index) => [entry, text.slice(entries[index - 1]?.end ?? entry.start, entry.start)]),
    );
    if ([open, ...before.values(), text.slice(last, end)].some((each) => each.includes("#"))) {
      flowLines(node, entries, slots);
      return;
    }
    const separator = [...before.values()].at(-1) || (open.includes("\n") ? `,${open}` : ", ");
    const indentation = /\n( *)$/.exec(separator)?.[1];
    const sources = slots.map(({ old, name, value }, index) => {
      const source = old ? take(old.start, old.end) : addedToFlow({ name, value }, indentation);
      return index === 0 ? source : ((old && before.get(old)) || separator) + source;
    });
    replace(first, last, sources.join(""));
  }

  function addedToFlow({ name, value }: Pick<Slot, "name" | "value">, indentation?: string): string {
    const source = flowSource(value, style, indentation);
    return typeof name === "number" ? source : `${nameSource(name, style)}: ${source}`;
  }

  /** The entries of a flow list or map with comments in it. If several share a line, it is not certain what a comment is about. */
  function flowLines(node: Collection, entries: readonly Placed[], slots: readonly Slot[]): void {
    const [start, end] = node.range;
    const last = entries.at(-1);
    if (last === undefined) throw new UneditableError();
    const isAlone = (at: number): boolean => text.slice(lineStart(at), at).trim() === "";
    // The bracket may follow the last entry.
    const isClosedBehind = !isAlone(end - 1);
    const lastEnd = isClosedBehind ? text.slice(0, end - 1).trimEnd().length : lineEnd(last.end);
    const endOfLine = (entry: Placed): number => (entry === last ? lastEnd : lineEnd(entry.end));
    const isFollowed = entries.every((entry) => /^\s*,?\s*(?:#|$)/.test(text.slice(entry.end, endOfLine(entry))));
    const opened = text.slice(start + 1, Math.min(entries[0]?.start ?? end, lineEnd(start)));
    if (!isFollowed || !entries.slice(1).every((entry) => isAlone(entry.start)) || !/^\s*(?:#|$)/.test(opened))
      throw new UneditableError();
    const commaOf = (entry: Placed): string => /^\s*,/.exec(text.slice(entry.end, endOfLine(entry)))?.[0] ?? "";
    const lastComma = commaOf(last) === "" ? "" : ",";
    const wantedAfter = (at: number): string => (at + 1 < slots.length ? "," : lastComma);
    for (const [at, { old }] of slots.entries()) {
      const comma = old === undefined ? "" : commaOf(old);
      if (old !== undefined && comma.trim() !== wantedAfter(at))
        replace(old.end, old.end + comma.length, wantedAfter(at));
    }
    const second = entries[1] ?? last;
    const spaces = " ".repeat(second.start - lineStart(second.start));
    const added = (slot: Slot, _indentation: number, at: number): string =>
      spaces + addedToFlow(slot, spaces) + wantedAfter(at);
    const region = lineEntries(entries, slots, added, endOfLine);
    // A comment would hide the bracket.
    if (isClosedBehind && /#[^\n]*$/.test(region)) replace(lastEnd, lastEnd, style.lineEnd + spaces);
  }

  function blockEntries(entries: readonly Placed[], slots: readonly Slot[]): void {
    const like = entries.map(({ value }) => value).find((each): each is Scalar.Parsed => isScalar(each));
    lineEntries(entries, slots, ({ name, value }, indentation) => {
      if (typeof name !== "number") return blockLines({ [name]: value }, indentation, style).join(style.lineEnd);
      if (typeof value === "object" && value !== null)
        return blockLines([value], indentation, style).join(style.lineEnd);
      return `${" ".repeat(indentation)}- ${scalarSource(value, { type: like?.type, source: "" }, style)}`;
    });
  }

  /** Entries with lines of their own, which take their comments along. `addedSource`: the lines of an added one. Returns their text. */
  function lineEntries(
    entries: readonly Placed[],
    slots: readonly Slot[],
    addedSource: (slot: Slot, indentation: number, at: number) => string,
    endOfLine: (entry: Placed) => number = (entry) => lineEnd(entry.end),
  ): string {
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined) throw new UneditableError();
    const indentation = first.start - lineStart(first.start);
    // Such as the first pair of a map in a list: the dash is on the same line.
    const isInline = text.slice(lineStart(first.start), first.start).trim() !== "";
    const starts = entries.map((entry, index) => {
      const before = entries[index - 1];
      if (before !== undefined) return nextLine(before.end);
      return isInline ? entry.start : commentsAbove(entry.start);
    });
    const leads = entries.map(({ start }, index) => {
      const from = starts[index] ?? start;
      return text.slice(from, Math.max(from, lineStart(start)));
    });
    const kept = new Set(slots.map(({ old }) => old));
    /** The comments that stay where an entry goes: those apart from it, and those that may be about its followers too. */
    const leftAt = (index: number): string => {
      const lead = leads[index] ?? "";
      const [apart = ""] = /^[^]*\n[ \t]*\r?\n/.exec(lead) ?? [];
      const isHeading = index + 1 < entries.length && leads[index + 1] === "";
      const left = isHeading ? lead : apart;
      return left.includes("#") ? left : "";
    };
    const done = new Set<number>();
    /** What is left of the entries that go, back from an index. */
    const leftBefore = (index: number): string => {
      const entry = entries[index];
      if (entry === undefined || kept.has(entry) || done.has(index)) return "";
      done.add(index);
      return leftBefore(index - 1) + leftAt(index);
    };
    const sourceOf = (slot: Slot, at: number): string =>
      slot.old === undefined
        ? addedSource(slot, indentation, at)
        : take(starts[slot.old.index] ?? slot.old.start, endOfLine(slot.old));
    const followers = followersOf(slots, entries.length);
    const chunks = slots.map((slot, at) => leftBefore((followers[at] ?? 0) - 1) + sourceOf(slot, at));
    const end = leftBefore(entries.length - 1).trimEnd();
    const region = [...chunks, ...(end === "" ? [] : [end])].join(style.lineEnd);
    const isFirstKept = slots[0]?.old === first;
    const opened = isFirstKept ? region : region.replace(/^(?:[ \t]*\r?\n)+/, "");
    if (isInline && !isFirstKept && opened.trimStart().startsWith("#")) throw new UneditableError();
    replace(starts[0] ?? first.start, endOfLine(last), isInline && !isFirstKept ? opened.trimStart() : opened);
    return opened;
  }

  /** The start of the comment lines directly above a line. */
  function commentsAbove(at: number): number {
    let start = lineStart(at);
    while (start > 0 && /^[ \t]*#/.test(text.slice(lineStart(start - 1), start))) start = lineStart(start - 1);
    return start;
  }

  change(root, wanted);
  return take(0, text.length);
}

function isBlock(node: Node): node is Collection {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

/** The spaces of one level: those of the first indented line. */
function unitOf(text: string): number {
  return /^( {1,8})[^\s#]/m.exec(text)?.[1]?.length ?? 2;
}
