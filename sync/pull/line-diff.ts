/** A line of a difference. `place`: its line, from 0, before or, of an added one, after. */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
  readonly place: number;
}

/** Lines around a change that are shown. */
const CONTEXT = 2;
/** Most changed lines that are searched for in the shortest difference. More are shown as one change. */
const MOST_CHANGES = 1_000;

/** The lines that differ between two texts, in parts, each with a few lines around it. */
export function diffParts(before: string, after: string): readonly (readonly DiffLine[])[] {
  const lines = diffLines(linesIn(before), linesIn(after));
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  const parts: { start: number; end: number }[] = [];
  for (const index of changed) {
    const last = parts.at(-1);
    if (last !== undefined && index - CONTEXT <= last.end) last.end = index + CONTEXT + 1;
    else parts.push({ start: Math.max(0, index - CONTEXT), end: index + CONTEXT + 1 });
  }
  return parts.map(({ start, end }) => lines.slice(start, end));
}

function linesIn(text: string): string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** The shortest difference of two lists of lines, by the algorithm of Myers. */
function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const line = (sign: DiffLine["sign"], place: number): DiffLine => {
    return { sign, place, text: (sign === "+" ? after[place] : before[place]) ?? "" };
  };
  /** How far into `before` a way gets, by what it deletes more than it adds. Of each number of changes. */
  const steps: Map<number, number>[] = [new Map([[1, 0]])];
  const isDeletion = (reached: ReadonlyMap<number, number>, lead: number, changes: number): boolean =>
    lead !== -changes && (lead === changes || (reached.get(lead - 1) ?? -1) >= (reached.get(lead + 1) ?? -1));
  for (let changes = 0; changes <= MOST_CHANGES; changes += 1) {
    const reached = new Map(steps.at(-1));
    for (let lead = -changes; lead <= changes; lead += 2) {
      let at = isDeletion(reached, lead, changes) ? (reached.get(lead - 1) ?? -1) + 1 : (reached.get(lead + 1) ?? 0);
      while (at < before.length && at - lead < after.length && before[at] === after[at - lead]) at += 1;
      reached.set(lead, at);
      if (at >= before.length && at - lead >= after.length) return backwards(lead, changes);
    }
    steps.push(reached);
  }
  return [...before.map((_text, place) => line("-", place)), ...after.map((_text, place) => line("+", place))];

  function backwards(end: number, total: number): DiffLine[] {
    const found: DiffLine[] = [];
    let at = before.length;
    let lead = end;
    for (let changes = total; changes >= 0; changes -= 1) {
      const reached = steps[changes] ?? new Map<number, number>();
      const isDeleted = isDeletion(reached, lead, changes);
      const previous = isDeleted ? lead - 1 : lead + 1;
      const start = changes === 0 ? 0 : (reached.get(previous) ?? 0) + (isDeleted ? 1 : 0);
      while (at > start) found.push(line(" ", (at -= 1)));
      if (changes === 0) break;
      found.push(isDeleted ? line("-", (at -= 1)) : line("+", at - previous));
      lead = previous;
    }
    return found.toReversed();
  }
}
