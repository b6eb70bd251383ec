import { InvalidRequestError } from "../../core/api/errors.ts";
import { unknownHostNames, type LoadedFile } from "../../core/file/loaded-file.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import type { SweepDecision, DecideSweep } from "../../core/plan/plan-options.ts";
import { createPlanner } from "../../core/plan/planner.ts";
import { readPlan } from "./read-plan.ts";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import { quote } from "../../core/text/quoted.ts";

/** The number in a host name of a pattern, given in its canonical form. `undefined` if the host name is not exactly the pattern. */
type NumberIn = (hostName: string) => number | undefined;

const PLACE = "{number}";
/** No leading zero, and no more digits than the number of a pull request has: a date is not one. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Reads a pattern such as `pr-{number}.preview.example.com`. Throws InvalidRequestError with `name` if it is none. */
export function parseHostPattern(name: string, text: string): NumberIn {
  const [before = "", after, ...others] = text.trim().split(PLACE);
  // International names have their letters moved, so a pattern is compared with the number in it.
  const hostNameWith = (digits: string): string | undefined => canonicalHostName(`${before}${digits}${after}`);
  const isPattern = after !== undefined && others.length === 0 && !/\d$/.test(before) && !/^\d/.test(after);
  if (!isPattern || hostNameWith("1") === undefined) {
    throw new InvalidRequestError(
      `${name} must be a host name with ${PLACE} once and no other digit beside it, such as ` +
        `pr-${PLACE}.preview.example.com, not ${quote(text)}.`,
    );
  }
  return (hostName) => {
    const found = hostName.match(/\d+/g)?.find((digits) => NUMBER.test(digits) && hostNameWith(digits) === hostName);
    return found === undefined ? undefined : Number(found);
  };
}

/** Removes live domains of one project whose host name has the number of something that is over, such as a closed pull request. */
export interface Sweep {
  readonly numberIn: NumberIn;
  /** The fate of the host names with these numbers, each given once and in order. Host names without an answer are kept. */
  readonly judge: (numbers: readonly number[]) => Promise<ReadonlyMap<number, SweepDecision>>;
  readonly isDryRun: boolean;
}

const NOT_JUDGED: SweepDecision = { action: "unmanaged", reason: "Kept: it was attached during this run." };

/** The parts of a file that a sweep needs: the project and the declared domains. It sweeps also what the file ignores. */
export function forSweep(file: LoadedFile): LoadedFile {
  return {
    ...file,
    components: undefined,
    domains: file.domains ?? [],
    ignore: {},
    missingVariables: unknownHostNames(file),
  };
}

/** Reads the live domains of the only project, and judges those that the sweep is about. Throws InvalidRequestError for several projects. */
export async function decideSweeps(
  files: readonly LoadedFile[],
  origin: string,
  observer: Observer,
  { numberIn, judge }: Sweep,
): Promise<DecideSweep> {
  if (files.length !== 1) {
    throw new InvalidRequestError(`A sweep is about one project. Name its file only, not ${files.length} files.`);
  }
  const fateIn = (fates: ReadonlyMap<number, SweepDecision>): DecideSweep => {
    return (hostName) => {
      const number = numberIn(hostName);
      return number === undefined ? undefined : (fates.get(number) ?? NOT_JUDGED);
    };
  };
  const { projects } = await readPlan(observer, createPlanner(files, origin, { decideSweep: fateIn(new Map()) }));
  const numbers = projects
    .flatMap(({ children }) => children)
    .flatMap((child) => (child.kind === "domain" && child.declared === undefined ? (numberIn(child.name) ?? []) : []));
  return fateIn(await judge([...new Set(numbers)].toSorted((a, b) => a - b)));
}
