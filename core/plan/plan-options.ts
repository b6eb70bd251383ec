import { SECTIONS, type SectionName } from "../resources/kind.ts";

/** A sweep's decision about a live domain that no file declares: delete it, keep it, or not know, which makes the run fail. */
export interface SweepDecision {
  readonly action: "delete" | "unmanaged" | "blocked";
  /** A sentence for the plan. */
  readonly reason: string;
}

/** The fate of a host name in its canonical form. `undefined`: the sweep is not about it, and leaves it alone. */
export type DecideSweep = (hostName: string) => SweepDecision | undefined;

/**
 * The unmanaged objects that a run may delete, in sections that the file declares. `all` covers components, domains and
 * everything in a project that is deleted.
 */
export const PRUNE = [...Object.values(SECTIONS), "all"] as const;
export type Prune = (typeof PRUNE)[number];

/** A number of objects, or a share of the live ones that the run covers, from 0 to 100 percent. With both, the smaller counts. */
export type WriteLimit = number | { readonly percent: number; readonly number?: number | undefined };

/**
 * Findings that can fail a check of the service: differences, values that were not compared because their variable is not set (`unset`) or because
 * the service does not show them (`hidden`), and undeclared objects.
 */
export const FAIL_ON = ["drift", "unset", "hidden", "unmanaged"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** `hidden` is not in it: a service that always hides secrets would fail every run. */
export const DEFAULT_FAIL_ON: readonly FailOn[] = ["drift", "unset"];

export interface PlanOptions {
  /** The unmanaged objects to delete. Default: none. */
  readonly prune?: readonly Prune[];
  /** The most deletions in one run. Default: 5. */
  readonly maxDeletes?: WriteLimit;
  /** The most updates in one run. Default: no limit. */
  readonly maxUpdates?: WriteLimit | undefined;
  /** Send again the declared secrets that the service does not show. Default: false. */
  readonly rewriteSecrets?: boolean;
  /** True if a stack writes: it remembers the declared secrets, and sends one that changes; no rename waits for another. Default: false. */
  readonly isWrittenByStack?: boolean;
  /** Keys of the objects to plan, or globs of keys: see `selectObjects`. Default: all objects. */
  readonly only?: readonly string[] | undefined;
  /** Ids of the organizations that the run may change. A file of another organization is an error. Default: all organizations. */
  readonly organizations?: readonly string[] | undefined;
  /** Plans only the fate of live domains that no file declares: a sweep. Default: plans what the files declare. */
  readonly decideSweep?: DecideSweep | undefined;
}

export const DEFAULT_MAX_DELETES = 5;
/** Most characters of a key or a glob of keys. */
export const LONGEST_PATTERN = 1000;

export function prunes(options: PlanOptions, kind: SectionName): boolean {
  return options.prune?.some((covered) => covered === kind || covered === "all") === true;
}
