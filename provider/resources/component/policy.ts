/** What a run may do when it writes a component. */
export interface WritePolicy {
  /** Send declared secrets that the service does not show, although they cannot be compared. Default: false. */
  readonly rewriteSecrets?: boolean | undefined;
}
