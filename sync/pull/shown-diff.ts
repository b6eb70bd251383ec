import { structuredPatch } from "diff";
import { linesOf } from "../../core/file/edit-file.ts";
import { isSecretByCatalogue } from "../../core/plan/changes.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import { printable } from "../../core/text/printable.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { isSensitive } from "../export/credentials.ts";
import type { PulledFile } from "./pull.ts";

/** A line of a difference that may be shown. */
export interface ShownLine {
  readonly sign: "removed" | "added" | "same" | "place";
  readonly text: string;
}

/**
 * What changes in a file, line by line. A line with a value that is or may be a secret is not shown, whatever its length, nor one of a text in
 * which something is hidden: it may begin on another line, or be written with escapes.
 */
export function shownDiff(pulled: PulledFile, { redact }: Pick<Redaction, "redact">): ShownLine[] {
  const { before, after, file } = pulled;
  const isHiding = (text: unknown): boolean => typeof text === "string" && redact(text) !== text;
  const [old, next] = [before, after].map((text) =>
    linesOf(text, (path, value) => [...path, value].some(isHiding) || mayBeSecret(pulled, path, value)),
  );
  const shown = ({ sign, text, place }: DiffLine): ShownLine => {
    const isHidden = (sign === "+" ? next : old)?.has(place) === true;
    const indentation = /^\s*/.exec(text)?.[0] ?? "";
    const content = isHidden ? "(not shown)" : printable(redact(text.slice(indentation.length)));
    const meaning = { "-": "removed", "+": "added", " ": "same" } as const;
    return { sign: meaning[sign], text: `${sign} ${indentation.replaceAll("\t", " ")}${content}`.trimEnd() };
  };
  return diffParts(before, after).flatMap((part) => {
    const [first] = part;
    const line = first === undefined ? 0 : first.place + 1;
    return [{ sign: "place" as const, text: printable(redact(`${file.file}:${line}`)) }, ...part.map(shown)];
  });
}

function mayBeSecret({ children }: PulledFile, path: Path, value: unknown): boolean {
  const [section, name, field, setting] = path;
  if (section === "project") return isSensitive(value, path.slice(1));
  if (section !== "components" || field !== "settings" || setting === undefined) return false;
  const known = children.find(
    (child) => child.kind === "component" && child.name === name && child.entry !== undefined,
  );
  return known?.kind !== "component" || isSecretByCatalogue(known, `settings.${setting}`);
}

/** A line of a difference. `place`: its line, from 0, before or, of an added one, after. */
interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly place: number;
}

/** Lines around a change that are shown. */
const CONTEXT = 2;
/** More changed lines are shown as one change: the shortest difference takes quadratic time. */
const MOST_CHANGES = 2_000;

/** The lines that differ between two texts, in parts, each with a few lines around it. */
function diffParts(before: string, after: string): readonly (readonly DiffLine[])[] {
  const options = { context: CONTEXT, maxEditLength: MOST_CHANGES };
  const hunks = structuredPatch("", "", before, after, undefined, undefined, options)?.hunks;
  const signed = (sign: "-" | "+", text: string): string[] => text.split("\n").map((line) => sign + line);
  const whole = { oldStart: 1, newStart: 1, lines: [...signed("-", before), ...signed("+", after)] };
  return (hunks ?? [whole]).map(({ oldStart, newStart, lines }) => {
    let [old, added] = [oldStart - 1, newStart - 1];
    return lines.flatMap((line): DiffLine[] => {
      const text = line.slice(1).replace(/\r$/, "");
      if (line.startsWith("+")) return [{ sign: "+", text, place: (added += 1) - 1 }];
      if (line.startsWith("-")) return [{ sign: "-", text, place: (old += 1) - 1 }];
      // The other kind says that the text does not end with a line end.
      if (!line.startsWith(" ")) return [];
      added += 1;
      return [{ sign: " ", text, place: (old += 1) - 1 }];
    });
  });
}
