/** The kinds that live in a project. */
export const CHILD_KINDS = ["component", "domain"] as const;

export type ChildKind = (typeof CHILD_KINDS)[number];

/** Every kind, in the order in which plans and reports list them. */
export const KINDS = ["project", ...CHILD_KINDS] as const;

export type KindName = (typeof KINDS)[number];

/** The list of a kind in a project file, in a snapshot, and in the service's addresses. */
export const SECTIONS = { component: "components", domain: "domains" } as const satisfies {
  readonly [Kind in ChildKind]: string;
};
export type SectionName = (typeof SECTIONS)[ChildKind];

/** The field of a record that is the object's id. */
export const ID_FIELDS: { readonly [Kind in KindName]: string } = { project: "id", component: "id", domain: "name" };

/** The class of each kind in Pulumi. A state names it: never rename one. */
export const TYPE_NAMES: { readonly [Kind in KindName]: string } = {
  project: "Project",
  component: "ProjectComponent",
  domain: "Domain",
};

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
