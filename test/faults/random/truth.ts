import { isDeepStrictEqual } from "node:util";
import type { Store } from "../../../emulator/store/store.ts";
import { keyOf, type DeclaredComponent, type DeclaredProject } from "./declarations.ts";

export interface LiveObject {
  readonly kind: "project" | "component" | "domain";
  /** `organization/project`, followed by `/organization/component` or `/host name`. */
  readonly key: string;
  /** The project itself, or the one that it is in. */
  readonly project: string;
  /** The service's own name for it. */
  readonly name: string;
  readonly record: Readonly<Record<string, unknown>>;
}

/** All that the service holds, by `project` or `project/name`. */
export type Truth = ReadonlyMap<string, LiveObject>;

export function truthOf({ allProjects }: Store): Truth {
  const found = new Map<string, LiveObject>();
  for (const { item } of allProjects.items()) {
    const { id, organization_id: organization, slug } = item.project;
    const key = `${organization}/${slug}`;
    found.set(id, { kind: "project", key, project: id, name: id, record: { ...item.project } });
    for (const { item: part } of item.components.items()) {
      const record = { ...part };
      const at = `${key}/${part.component_slug}`;
      found.set(`${id}/${part.id}`, { kind: "component", key: at, project: id, name: part.id, record });
    }
    for (const { item: domain } of item.domains.items()) {
      const record = { ...domain };
      const at = `${key}/${domain.name}`;
      found.set(`${id}/${domain.name}`, { kind: "domain", key: at, project: id, name: domain.name, record });
    }
  }
  return found;
}

/** Fields in which two records differ, except the times of writes. */
export function differences(before: LiveObject, after: LiveObject): string[] {
  const names = new Set([...Object.keys(before.record), ...Object.keys(after.record)]);
  names.delete("updated_at");
  return [...names].filter((name) => !isDeepStrictEqual(before.record[name], after.record[name]));
}

/** What `null` stands for (docs/service.md, Defaults). */
const DEFAULTS: Readonly<Record<string, unknown>> = { force_https: true, log_severity: "INFO" };
const LATEST: Readonly<Record<string, string>> = { "edgee/ga4": "1.2.0", "edgee/meta-capi": "2.0.1" };

/** The fields of a live project that are not as declared. */
export function projectDifferences(declared: DeclaredProject, { record, key }: LiveObject): string[] {
  const wrong = key === keyOf(declared) ? [] : ["slug"];
  return [
    ...wrong,
    ...Object.entries(declared.fields)
      .filter(([name, value]) => !isDeepStrictEqual(meaning(name, value, record[name]), meaning(name, record[name])))
      .map(([name]) => name),
  ];
}

function meaning(name: string, value: unknown, live?: unknown): unknown {
  if (name === "autocapture" && live !== undefined) return { ...asObject(live), ...asObject(value) };
  if (value === null || value === undefined || value === "") return DEFAULTS[name] ?? null;
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? null : value.map(String).toSorted();
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
  const live = asObject(record["settings"]);
  return [
    ...(wanted !== undefined && wanted !== record["component_version"] ? ["version"] : []),
    ...(active !== undefined && (active ?? true) !== record["active"] ? ["active"] : []),
    ...Object.entries(settings)
      .filter(([name]) => withSecrets || name !== "access_token")
      .filter(([name, value]) => live[name] !== (value === "(secret)" ? SECRET : value))
      .map(([name]) => `settings.${name}`),
  ];
}

const SECRET = "canary-access-token";

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
