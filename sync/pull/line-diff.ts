import { structuredPatch } from "diff";

/** A line of a difference. `place`: its line, from 0, before or, of an added one, after. */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly place: number;
}

/** Lines around a change that are shown. */
const CONTEXT = 2;
/** More changed lines are shown as one change: the shortest difference takes quadratic time. */
const MOST_CHANGES = 2_000;

/** The lines that differ between two texts, in parts, each with a few lines around it. */
export function diffParts(before: string, after: string): readonly (readonly DiffLine[])[] {
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
