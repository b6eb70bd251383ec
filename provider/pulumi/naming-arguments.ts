import type { Fields } from "../resources/json.ts";

/** Arguments that messages show, because they name the object. A domain has its `name` besides. */
export const NAMING_ARGUMENTS: ReadonlySet<string> = new Set([
  "organizationId",
  "slug",
  "projectId",
  "component",
  "version",
]);

/** The names among a resource's properties: a secret that is a whole segment of one is no secret. */
export function namesIn(properties: Fields): string[] {
  return [...NAMING_ARGUMENTS, "name"].flatMap((argument) => {
    const value = properties[argument];
    return typeof value === "string" ? [value] : [];
  });
}
