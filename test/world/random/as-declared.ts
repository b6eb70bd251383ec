import { differentFields, differentSettings, asObject } from "../oracle/meaning.ts";
import type { LiveObject } from "../oracle/truth.ts";
import { keyOf, type DeclaredComponent, type DeclaredProject } from "./declarations.ts";

const LATEST: Readonly<Record<string, string>> = { "edgee/ga4": "1.2.0", "edgee/meta-capi": "2.0.1" };

/** The fields of a live project that are not as declared. */
export function projectDifferences(declared: DeclaredProject, { record, key }: LiveObject): string[] {
  return [...(key === keyOf(declared) ? [] : ["slug"]), ...differentFields(declared.fields, record)];
}

/** The fields of a live component that are not as declared. */
export function componentDifferences(
  slug: string,
  declared: DeclaredComponent,
  { record }: LiveObject,
  withSecrets: boolean,
): string[] {
  const { version, active, settings = {} } = declared;
  const wanted = version === "latest" ? LATEST[slug] : version;
  const told = Object.entries(settings)
    .filter(([name]) => withSecrets || name !== "access_token")
    .map(([name, value]) => [name, value === "(secret)" ? SECRET : value]);
  return [
    ...(wanted !== undefined && wanted !== record["component_version"] ? ["version"] : []),
    ...(active !== undefined && (active ?? true) !== record["active"] ? ["active"] : []),
    ...differentSettings(Object.fromEntries(told), asObject(record["settings"])).map((name) => `settings.${name}`),
  ];
}

const SECRET = "canary-access-token";
