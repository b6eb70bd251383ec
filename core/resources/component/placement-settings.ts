/**
 * The settings that place an edge function: on which requests it runs. No catalogue entry lists them, and a component of any kind takes them
 * (docs/internals/service.md, "Catalogue"). They are not secret. The service documents no types, so their values are not checked.
 */
const PLACEMENT_SETTINGS: ReadonlySet<string> = new Set([
  "edgee_path",
  "edgee_path_prefix",
  "edgee_function_active_methods",
]);

export function isPlacementSetting(name: string): boolean {
  return PLACEMENT_SETTINGS.has(name);
}
