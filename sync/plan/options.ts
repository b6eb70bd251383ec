/** Which undeclared objects a run may delete, in sections that the file manages. `all` also takes what is in a project that is deleted. */
export const PRUNE = ["components", "domains", "all"] as const;
export type Prune = (typeof PRUNE)[number];

export interface PlanOptions {
  /** Default: none. */
  readonly prune?: readonly Prune[];
  /** Most objects one run may delete. Default 5. */
  readonly maxDeletes?: number;
  /** Sends secrets again that the service does not show. Default false. */
  readonly rewriteSecrets?: boolean;
}

export const DEFAULT_MAX_DELETES = 5;

export function prunes(options: PlanOptions, kind: "components" | "domains"): boolean {
  return options.prune?.some((covered) => covered === kind || covered === "all") === true;
}
