import { InvalidRequestError } from "../../core/api/errors.ts";
import { unknownHostNames, type LoadedFile } from "../../core/file/loaded-file.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import type { NumberIn } from "./host-pattern.ts";
import type { Fate, FateOf } from "../../core/plan/fate.ts";
import { createPlanner, plan } from "../../core/plan/planner.ts";

/** Removes live domains of one project whose host name has the number of something that is over, such as a closed pull request. */
export interface Sweep {
  readonly numberIn: NumberIn;
  /** The fate of the host names with these numbers, each given once and in order. Host names without an answer are kept. */
  readonly judge: (numbers: readonly number[]) => Promise<ReadonlyMap<number, Fate>>;
  readonly isDryRun: boolean;
}

const NOT_JUDGED: Fate = { action: "unmanaged", reason: "Kept: it was attached during this run." };

/** What a sweep needs of a file: the project and the declared domains. What the file ignores is swept too. */
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
export async function findFates(
  files: readonly LoadedFile[],
  origin: string,
  observer: Observer,
  { numberIn, judge }: Sweep,
): Promise<FateOf> {
  if (files.length !== 1) {
    throw new InvalidRequestError(`A sweep is about one project. Name its file only, not ${files.length} files.`);
  }
  const fateIn = (fates: ReadonlyMap<number, Fate>): FateOf => {
    return (hostName) => {
      const number = numberIn(hostName);
      return number === undefined ? undefined : (fates.get(number) ?? NOT_JUDGED);
    };
  };
  const { work } = await plan(observer, createPlanner(files, origin, { fateOf: fateIn(new Map()) }));
  const numbers = work
    .flatMap(({ children }) => children)
    .flatMap((child) => (child.kind === "domain" && child.declared === undefined ? (numberIn(child.name) ?? []) : []));
  return fateIn(await judge([...new Set(numbers)].toSorted((a, b) => a - b)));
}
