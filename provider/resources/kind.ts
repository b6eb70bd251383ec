/** Every kind, in the order in which plans and reports list them. */
export const KINDS = ["project", "component", "domain"] as const;

export type KindName = (typeof KINDS)[number];

/** One declared field whose live value differs. Holds real values: redact them before you show them. */
export interface Change {
  /** Dotted path by the service's names, such as `force_https` or `settings.measurement_id`. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
  /** The service cannot change this field in place: the object must be deleted and created again. */
  readonly replace: boolean;
}

/** Where components and domains live. */
export interface InProject {
  readonly projectId: string;
}
