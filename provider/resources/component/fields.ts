/** What is known of one field of the service's record. */
interface ComponentField {
  /** Its name in project files and programs. Without one it cannot be declared: the service sets it, or the key does. */
  readonly declaredAs?: string;
}

/** Every known field of a component in a project, by the service's name (docs/service.md, "Records"). */
export const COMPONENT_RECORD_FIELDS: ReadonlyMap<string, ComponentField> = new Map<string, ComponentField>([
  ["object", {}],
  ["id", {}],
  ["component_id", {}],
  ["component_slug", {}],
  ["component_version", { declaredAs: "version" }],
  ["active", { declaredAs: "active" }],
  ["settings", { declaredAs: "settings" }],
  ["category", {}],
  ["subcategory", {}],
  ["created_at", {}],
  ["updated_at", {}],
]);
