/**
 * The settings that place an edge function: on which requests it runs. No catalogue entry lists them, and a component of any kind takes them
 * (docs/internals/service.md, "Catalogue"). They are not secret. The service documents no types, so their values are not checked.
 */
const PLACEMENT_SETTINGS = ["edgee_path", "edgee_path_prefix", "edgee_function_active_methods"] as const;

const names: ReadonlySet<string> = new Set(PLACEMENT_SETTINGS);

export function isPlacementSetting(name: string): boolean {
  return names.has(name);
}
