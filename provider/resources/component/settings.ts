import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import { own, sameJson } from "../canonical.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import type { Change } from "../kind.ts";

export type Settings = Readonly<Record<string, unknown>>;

/** What services put in place of a secret: a run of stars or dots, perhaps with a few characters of it, or a word. */
const MASK = /^(?:.{0,4}[*•]{3,}.{0,4}|[[<(](?:redacted|hidden|masked)[\])>])$/i;
const IN_CAPITALS = /^(?:REDACTED|HIDDEN|MASKED)$/;

/** A word that may be a value as well. A setting that is one counts as hidden: to send back a mask would lose a secret. */
const WORD = /^(?:redacted|hidden|masked)$/i;

/** Whether a value is a mask, or holds one anywhere in it: then what it really is is not known. */
export function hasMask(value: unknown): boolean {
  if (typeof value === "string") return MASK.test(value) || IN_CAPITALS.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasMask);
}

/**
 * Names of the secret settings that the service does not show, and that therefore cannot be compared. One with a mask in
 * it is hidden, unless it is plain text that the catalogue calls no secret, or one of its options. A missing value is one
 * where the live version requires it, for then it must be there; an optional one only where the same record also leaves
 * out a required one, which shows that this service leaves secrets out. Of a live version that is not described, what any
 * described version says counts.
 */
export function hiddenSettings(entry: CatalogueEntry | undefined, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = live.settings ?? {};
  const fields = liveFields(entry, live);
  const described = new Map(fields.map((field) => [field.name, field]));
  const hidden = new Set(
    Object.keys(settings).filter((name) => isHidden(settings[name]) && !isOpen(described.get(name), settings[name])),
  );
  const missing = fields.filter(({ name, secret }) => secret === true && (own(settings, name) ?? null) === null);
  if (missing.some(({ required }) => required === true)) for (const { name } of missing) hidden.add(name);
  return hidden;
}

function isHidden(value: unknown): boolean {
  return hasMask(value) || (typeof value === "string" && WORD.test(value));
}

/** What is inside a value is described nowhere. */
function isOpen(field: ConfigurationField | undefined, value: unknown): boolean {
  if (field === undefined || typeof value !== "string") return false;
  return field.secret === false || field.options?.includes(value) === true;
}

function liveFields(entry: CatalogueEntry | undefined, live: ProjectComponentRecord): readonly ConfigurationField[] {
  if (entry === undefined) return [];
  return settingsOf(entry, live.component_version ?? undefined) ?? fieldsOfAnyVersion(entry);
}

/** Where it is not known what the live version takes: what is a secret in one that is known may be one, and be there. */
function fieldsOfAnyVersion(entry: CatalogueEntry): readonly ConfigurationField[] {
  const versions = entry.status === "found" ? Object.keys(entry.component.versions ?? {}) : [];
  const all = versions.flatMap((version) => settingsOf(entry, version) ?? []);
  return [...Map.groupBy(all, ({ name }) => name).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(strictest, first)],
  );
}

function strictest(one: ConfigurationField, other: ConfigurationField): ConfigurationField {
  const isSecret = one.secret === true || other.secret === true;
  const isOpen = one.secret === false && other.secret === false;
  return {
    name: one.name,
    type: one.type,
    required: one.required === true || other.required === true,
    ...(isSecret || isOpen ? { secret: isSecret } : {}),
  };
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

/** Settings that an update's answer shows to have changed or gone, though nobody declares them. What is hidden tells nothing. */
export function settingsChanged(
  declared: Settings,
  before: Settings,
  after: Settings,
  hidden: ReadonlySet<string>,
): string[] {
  return Object.keys(before).filter(
    (name) => !Object.hasOwn(declared, name) && !hidden.has(name) && !sameJson(before[name], own(after, name)),
  );
}

/** Hidden secrets that an update of the settings would lose, because nobody declares them. */
export function secretsAtRisk(declared: Settings | null | undefined, hidden: ReadonlySet<string>): string[] {
  return declared === undefined || declared === null
    ? []
    : [...hidden].filter((name) => !Object.hasOwn(declared, name));
}
