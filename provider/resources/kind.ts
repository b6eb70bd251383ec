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

/** What an update changed besides what it sent. */
export interface SideEffects {
  /** Paths of known fields that are not declared and lost their value. */
  readonly lost: readonly string[];
  /** Paths of known fields that are not declared and have another value now. */
  readonly changed: readonly string[];
}

/** Sorts the paths of fields that an update changed. `isLost`: the field has no value any more. */
export function lostAndChanged(all: readonly { readonly path: string; readonly isLost: boolean }[]): SideEffects {
  const paths = (areLost: boolean): string[] => all.filter(({ isLost }) => isLost === areLost).map(({ path }) => path);
  return { lost: paths(true), changed: paths(false) };
}

/** Where components and domains live. */
export interface InProject {
  readonly projectId: string;
}
