import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { isIn } from "../../provider/file/path.ts";
import {
  isSecretSetting,
  resolveVersion,
  settingsOf,
  type CatalogueEntry,
} from "../../provider/resources/catalogue.ts";
import { isObject } from "../../provider/resources/canonical.ts";
import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { DeclaredComponent } from "../../provider/resources/component/kind.ts";
import type { Change } from "../../provider/resources/kind.ts";
import type { PlannedChange } from "./plan.ts";
import type { ProjectWork } from "./work.ts";
import { REDACTED } from "../../provider/api/redaction.ts";

/** Objects whose keys are shown, and redacted, one by one. */
const BY_KEY = new Set(["settings", "autocapture", "extra"]);

/** What a create will set: every declared field. */
export function asChanges(declared: Readonly<Record<string, unknown>>, without: readonly string[] = []): Change[] {
  return Object.entries(declared).flatMap(([name, to]) => {
    if (to === undefined || without.includes(name)) return [];
    if (!BY_KEY.has(name) || !isObject(to)) return [{ path: name, from: null, to, replace: false }];
    const prefix = name === "extra" ? "" : `${name}.`;
    return Object.entries(to)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ path: `${prefix}${key}`, from: null, to: value, replace: false }));
  });
}

/** Changes as they are shown: by path, whatever the order in the file, and without the values of secrets. */
export function redactChanges(changes: readonly Change[], isSecret: (path: string) => boolean): PlannedChange[] {
  const hide = (value: unknown): unknown => (value === null ? null : REDACTED);
  return changes
    .map(({ path, from, to }) => (isSecret(path) ? { path, from: hide(from), to: hide(to) } : { path, from, to }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the file writes the field of the object at `at`, or anything in it, as `{ secret: … }`; also as one of `extra`. */
export function secretInFile(file: LoadedFile, at: string, field: string): boolean {
  return file.secretPaths.some((path) => isIn(path, `${at}.${field}`) || isIn(path, `${at}.extra.${field}`));
}

/** The version that is declared, or that a new component gets, and the live one; of one that nobody says nothing is described. */
export function versionsConcerned(
  entry: CatalogueEntry,
  declared: Pick<DeclaredComponent, "version"> | undefined,
  live: Pick<ProjectComponentRecord, "component_version"> | undefined,
): string[] {
  const next = declared?.version ?? resolveVersion(entry, undefined);
  return [...(next === undefined ? [] : [next]), ...(live === undefined ? [] : [live.component_version ?? ""])];
}

/**
 * Whether a setting is a secret: written as one, or one by the catalogue in any of the versions concerned, whatever the
 * user wrote. Where the catalogue does not tell, every setting is one.
 */
export function secretByCatalogue(entry: CatalogueEntry, versions: readonly string[]): (path: string) => boolean {
  return (path) => {
    if (path === "settings") return true;
    if (!path.startsWith("settings.")) return false;
    const name = path.slice("settings.".length);
    const described = versions.map((version) => settingsOf(entry, version));
    const known = described.filter((fields) => fields?.some((field) => field.name === name));
    return known.length === 0 || described.includes(undefined) || known.some((fields) => isSecretSetting(fields, name));
  };
}

/** The secrets among the settings that a run reads or sends, by the catalogue. */
export function secretValues({ children }: ProjectWork): string[] {
  return children.flatMap((child) => {
    if (child.kind !== "component" || child.entry === undefined) return [];
    const { entry, declared, live } = child;
    const isSecret = secretByCatalogue(entry, versionsConcerned(entry, declared, live));
    const settings = [...Object.entries(live?.settings ?? {}), ...Object.entries(declared?.settings ?? {})];
    return settings.flatMap(([name, value]) =>
      typeof value === "string" && isSecret(`settings.${name}`) ? [value] : [],
    );
  });
}
