import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import { own } from "../json.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";

/** How services mask a secret: a run of stars or dots, perhaps with a few of its characters, or a word in brackets. */
const MASK = /^(?:.{0,4}[*•]{3,}.{0,4}|[[<(](?:redacted|hidden|masked)[\])>])$/i;
const MASK_IN_CAPITALS = /^(?:REDACTED|HIDDEN|MASKED)$/;

/** A word that is a mask or a value. It counts as a mask: to send a mask back would overwrite the secret. */
const MASK_WORD = /^(?:redacted|hidden|masked)$/i;

/** Whether a value is a mask, or contains one: then the real value is not known. */
export function hasMask(value: unknown): boolean {
  if (typeof value === "string") return MASK.test(value) || MASK_IN_CAPITALS.test(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasMask);
}

/**
 * Names of the live settings that the service hides, so that they cannot be compared.
 *
 * - A masked value is hidden, unless it is text that the catalogue calls no secret, or one of its options.
 * - A missing secret is hidden if the live version requires it, because it must exist. If one is hidden that way, this
 *   service leaves secrets out, so optional secrets that are missing count as hidden too.
 *
 * If the live version is not described, the strictest of all described versions counts.
 */
export function hiddenSettings(entry: CatalogueEntry, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = live.settings ?? {};
  const fields = liveFields(entry, live);
  const described = new Map(fields.map((field) => [field.name, field]));
  const hidden = new Set(
    Object.keys(settings).filter((name) => isMasked(settings[name]) && !isOpen(described.get(name), settings[name])),
  );
  const missing = fields.filter(({ name, secret }) => secret === true && (own(settings, name) ?? null) === null);
  if (missing.some(({ required }) => required === true)) for (const { name } of missing) hidden.add(name);
  return hidden;
}

function isMasked(value: unknown): boolean {
  return hasMask(value) || (typeof value === "string" && MASK_WORD.test(value));
}

/** The catalogue describes a value, but not what is inside it. */
function isOpen(field: ConfigurationField | undefined, value: unknown): boolean {
  if (field === undefined || typeof value !== "string") return false;
  return field.secret === false || field.options?.includes(value) === true;
}

function liveFields(entry: CatalogueEntry, live: ProjectComponentRecord): readonly ConfigurationField[] {
  return settingsOf(entry, live.component_version ?? undefined) ?? fieldsOfAnyVersion(entry);
}

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
