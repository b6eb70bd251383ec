import type { ConfigurationField, ProjectComponentRecord } from "../api/records.ts";
import { own, sameJson } from "./canonical.ts";
import { settingsOf, type CatalogueEntry } from "./catalogue.ts";
import type { Change } from "./kind.ts";

export type Settings = Readonly<Record<string, unknown>>;

/** What services put in place of a secret: a run of stars or dots, perhaps with a few characters of it, or a word. */
const MASK = /^(?:.{0,4}[*•]{3,}.{0,4}|[[<(]?(?:redacted|hidden|masked)[\])>]?)$/i;

/**
 * Names of the secret settings that the service does not show, and that therefore cannot be compared. A masked value is
 * one, unless the catalogue says outright that the setting is no secret. A missing value is one where the live version
 * requires it, for then it must be there; an optional one only where the same record also leaves out a required one,
 * which shows that this service leaves secrets out.
 */
export function hiddenSettings(entry: CatalogueEntry | undefined, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = live.settings ?? {};
  const fields = liveFields(entry, live);
  const open = new Set(fields.filter(({ secret }) => secret === false).map(({ name }) => name));
  const hidden = new Set(Object.keys(settings).filter((name) => isMasked(settings[name]) && !open.has(name)));
  const missing = fields.filter(({ name, secret }) => secret === true && (own(settings, name) ?? null) === null);
  if (missing.some(({ required }) => required === true)) for (const { name } of missing) hidden.add(name);
  return hidden;
}

function liveFields(entry: CatalogueEntry | undefined, live: ProjectComponentRecord): readonly ConfigurationField[] {
  if (entry === undefined) return [];
  return settingsOf(entry, live.component_version ?? undefined) ?? [];
}

function isMasked(value: unknown): boolean {
  return typeof value === "string" && MASK.test(value);
}

/** Settings are owned key by key: declared keys are compared, others are left alone. */
export function compareSettings(
  declared: Settings | null,
  live: Settings,
  hidden: ReadonlySet<string>,
  rewriteSecrets: boolean,
): Change[] {
  if (declared === null) {
    return Object.keys(live).length === 0 ? [] : [{ path: "settings", from: live, to: null, replace: false }];
  }
  return Object.entries(declared).flatMap(([name, to]) => {
    const from = own(live, name) ?? null;
    const same = hidden.has(name) ? !rewriteSecrets : sameJson(to, from);
    return same ? [] : [{ path: `settings.${name}`, from, to, replace: false }];
  });
}

/**
 * The settings an update sends: live and declared keys together, for it is not known whether the service merges or
 * replaces them. A hidden value is never sent back.
 */
export function mergedSettings(
  declared: Settings | null,
  live: Settings,
  hidden: ReadonlySet<string>,
): Settings | null {
  if (declared === null) return null;
  const shown = Object.entries(live).filter(([name]) => !hidden.has(name));
  return { ...Object.fromEntries(shown), ...declared };
}

/** Settings that an update's answer shows to have changed or gone, though nobody declares them. A mask tells nothing. */
export function settingsChanged(declared: Settings, before: Settings, after: Settings): string[] {
  return Object.keys(before).filter(
    (name) =>
      !Object.hasOwn(declared, name) &&
      !isMasked(before[name]) &&
      !isMasked(own(after, name)) &&
      !sameJson(before[name], own(after, name)),
  );
}

/** Hidden secrets that an update of the settings would lose, because nobody declares them. */
export function secretsAtRisk(declared: Settings | null | undefined, hidden: ReadonlySet<string>): string[] {
  return declared === undefined || declared === null
    ? []
    : [...hidden].filter((name) => !Object.hasOwn(declared, name));
}
