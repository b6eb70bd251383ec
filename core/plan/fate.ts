/** What a sweep does with a live domain that no file declares: delete it, keep it, or not know, which makes the run fail. */
export interface Fate {
  readonly action: "delete" | "unmanaged" | "blocked";
  /** A sentence for the plan. */
  readonly reason: string;
}

/** The fate of a host name in its canonical form. `undefined`: the sweep is not about it, and leaves it alone. */
export type FateOf = (hostName: string) => Fate | undefined;
