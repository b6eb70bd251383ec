import type { ConfigurationField, ProjectComponentRecord } from "../../api/records.ts";
import { own } from "../json.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { flagOf } from "../secrecy.ts";
import { looksMasked } from "./mask.ts";

/**
 * Names of the live settings whose values the service does not show.
 *
 * - A masked value is hidden, unless it is text that the catalogue calls no secret, or one of its options. An empty secret is
 *   masked.
 * - A missing secret is hidden if the live version requires it, because it must exist. If one is hidden that way, this
 *   service leaves secrets out, so optional secrets that are missing count as hidden too.
 *
 * If the live version is not described, the strictest of all described versions counts.
 */
export function hiddenSettings(entry: CatalogueEntry, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = live.settings ?? {};
  const fields = liveFields(entry, live);
  const hidden = new Set(Object.keys(settings).filter((name) => isMasked(entry, fields, name, settings[name])));
  const missing = missingSecrets(entry, live);
  if (missing.some(({ required }) => required === true)) for (const { name } of missing) hidden.add(name);
  return hidden;
}

/**
 * Names of the settings that hold a secret, or may hold one. An update never sends them unless they are declared, and could
 * lose them if it leaves them out: it is not known whether the service merges or replaces settings.
 *
 * - A setting that is live in any form, if any version calls it a secret, or if it looks masked and its flag is not known.
 * - A secret that is missing, if the live version requires it, or if nothing in the record shows that this service shows
 *   secrets at all.
 */
export function secretSettings(entry: CatalogueEntry, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = live.settings ?? {};
  const fields = liveFields(entry, live);
  const shown = Object.keys(settings).filter((name) => {
    const value = settings[name] ?? null;
    return value !== null && (flagOf(entry, name) === "secret" || isMasked(entry, fields, name, value));
  });
  const missing = missingSecrets(entry, live).filter((field) => mayBeSet(entry, live, field));
  return new Set([...shown, ...missing.map(({ name }) => name)]);
}

/** Whether a setting that the record does not show may have a value all the same. Only secrets are left out. */
export function mayBeLeftOut(entry: CatalogueEntry, live: ProjectComponentRecord, setting: string): boolean {
  return missingSecrets(entry, live).some((field) => field.name === setting && mayBeSet(entry, live, field));
}

function missingSecrets(entry: CatalogueEntry, live: ProjectComponentRecord): readonly ConfigurationField[] {
  const settings = live.settings ?? {};
  return liveFields(entry, live).filter(
    ({ name }) => flagOf(entry, name) === "secret" && (own(settings, name) ?? null) === null,
  );
}

function mayBeSet(
  entry: CatalogueEntry,
  live: ProjectComponentRecord,
  { required }: Pick<ConfigurationField, "required">,
): boolean {
  return required === true || !showsASecret(entry, live);
}

/** Whether the record has a secret in some form. Such a service shows secrets, so one that is missing does not exist. */
function showsASecret(entry: CatalogueEntry, live: ProjectComponentRecord): boolean {
  const fields = settingsOf(entry, live.component_version ?? undefined) ?? [];
  return fields.some(({ name, secret }) => secret === true && !isEmpty(own(live.settings ?? {}, name)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isMasked(entry: CatalogueEntry, fields: readonly ConfigurationField[], name: string, value: unknown): boolean {
  if (value === "") return flagOf(entry, name) === "secret";
  const field = fields.find((candidate) => candidate.name === name);
  return looksMasked(value) && !isOpen(field, value);
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
