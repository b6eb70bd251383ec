/** What is known of one field of the service's record. */
interface ComponentField {
  /** Its name in project files and programs. Without one it cannot be declared: the service sets it, or the key does. */
  readonly declaredAs?: string;
  /** The service changes it on its own, so a change in it after an update is no error. */
  readonly readOnly?: true;
}

/** Every known field of a component in a project, by the service's name (docs/service.md, "Records"). */
export const COMPONENT_RECORD_FIELDS: ReadonlyMap<string, ComponentField> = new Map<string, ComponentField>([
  ["object", { readOnly: true }],
  ["id", { readOnly: true }],
  ["component_id", {}],
  ["component_slug", {}],
  ["component_version", { declaredAs: "version" }],
  ["active", { declaredAs: "active" }],
  ["settings", { declaredAs: "settings" }],
  ["category", { readOnly: true }],
  ["subcategory", { readOnly: true }],
  ["created_at", { readOnly: true }],
  ["updated_at", { readOnly: true }],
]);

export const READ_ONLY_FIELDS: readonly string[] = [...COMPONENT_RECORD_FIELDS].flatMap(([name, { readOnly }]) =>
  readOnly === true ? [name] : [],
);
