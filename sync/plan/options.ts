/**
 * The unmanaged objects that a run may delete, in sections that the file declares. `all` covers components, domains and
 * everything in a project that is deleted.
 */
export const PRUNE = ["components", "domains", "all"] as const;
export type Prune = (typeof PRUNE)[number];

export interface PlanOptions {
  /** The unmanaged objects to delete. Default: none. */
  readonly prune?: readonly Prune[];
  /** The maximum number of deletions in one run. Default: 5. */
  readonly maxDeletes?: number;
  /** Whether to send again the declared secrets that the service does not show. Default: false. */
  readonly rewriteSecrets?: boolean;
}

export const DEFAULT_MAX_DELETES = 5;

/** Whether unmanaged objects of a kind may be deleted. */
export function prunes(options: PlanOptions, kind: "components" | "domains"): boolean {
  return options.prune?.some((covered) => covered === kind || covered === "all") === true;
}
