import { InvalidRequestError } from "../core/api/errors.ts";
import { parseHostPattern, type Sweep } from "../sync/run/sweep.ts";
import type { SweepDecision } from "../core/plan/plan-options.ts";
import { quote } from "../core/text/quoted.ts";

/** The sweep that removes all host names of a pattern but those with the numbers to keep. Throws InvalidRequestError if one is not valid. */
export function sweepOf(domains: string, keep: readonly string[], isDryRun: boolean): Sweep {
  const numberIn = parseHostPattern("--domains", domains);
  const kept = new Set(keep.flatMap(parseNumbers));
  const fateOf = (number: number): SweepDecision =>
    kept.has(number)
      ? { action: "unmanaged", reason: `Kept: --keep has ${number}.` }
      : { action: "delete", reason: `--keep does not have ${number}.` };
  return { numberIn, isDryRun, judge: async (numbers) => new Map(numbers.map((number) => [number, fateOf(number)])) };
}

/** None may be empty: the command that lists the open pull requests may have failed. */
function parseNumbers(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length > 0 && words.every((word) => /^(?:0|[1-9]\d{0,8})$/.test(word))) return words.map(Number);
  throw new InvalidRequestError(
    `--keep must list the numbers to keep, such as 7,9, not ${quote(text)}. ` +
      "If none is open, pass 0: no pull request has that number.",
  );
}
