import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { own } from "../json.ts";
import { flagOf, mayBeSecret, secretsOfAnyVersion } from "../secrecy.ts";
import { hasMask } from "./mask.ts";

/**
 * Whether the service has a value for the setting, or may have one, and does not show it: the setting is or may be a secret, and
 * its value is absent, empty or a mask. It cannot be compared.
 */
export function isHidden(entry: CatalogueEntry, live: ProjectComponentRecord, name: string): boolean {
  const value = own(live.settings ?? {}, name) ?? null;
  if (value !== null) return (value === "" || hasMask(value)) && mayHoldSecret(entry, live, name, value);
  if (flagOf(entry, name) !== "secret") return mayBeSecret(entry, name, live.component_version);
  return absentSecrets(entry, live).some((absent) => absent.name === name);
}

/**
 * Names of the settings that hold a secret, or may hold one. An update never sends them unless they are declared, and could
 * lose them if it leaves them out: it is not known whether the service merges or replaces settings.
 */
export function secretSettings(entry: CatalogueEntry, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = Object.entries(live.settings ?? {});
  const shown = settings.filter(([name, value]) => mayHoldSecret(entry, live, name, value)).map(([name]) => name);
  return new Set([...shown, ...absentSecrets(entry, live).map(({ name }) => name)]);
}

/**
 * Names of the settings that have a value which the service does not show. If a required secret is absent, the service leaves
 * secrets out: then the optional ones that may be set count, too.
 */
export function hiddenSettings(entry: CatalogueEntry, live: ProjectComponentRecord): ReadonlySet<string> {
  const settings = Object.entries(live.settings ?? {});
  const shown = settings.filter(([name, value]) => (value ?? null) !== null && isHidden(entry, live, name));
  const absent = absentSecrets(entry, live);
  const isLeavingOut = absent.some(({ required }) => required);
  return new Set([...shown.map(([name]) => name), ...(isLeavingOut ? absent.map(({ name }) => name) : [])]);
}

function mayHoldSecret(entry: CatalogueEntry, live: ProjectComponentRecord, name: string, value: unknown): boolean {
  if ((value ?? null) === null) return false;
  if (flagOf(entry, name) === "secret") return true;
  if (hasMask(value)) {
    // The catalogue describes a value, but not what is inside it.
    const field = settingsOf(entry, live.component_version ?? undefined)?.find((each) => each.name === name);
    return typeof value !== "string" || field?.secret !== false;
  }
  return mayBeSecret(entry, name, live.component_version) && typeof value !== "number" && value !== false;
}

interface AbsentSecret {
  readonly name: string;
  /** The live version requires it, or is not described. */
  readonly required: boolean;
}

/**
 * Secrets that the record lacks and that may be set. An optional one is not set if the record shows another secret in any form:
 * such a service shows all that are set.
 */
function absentSecrets(entry: CatalogueEntry, live: ProjectComponentRecord): readonly AbsentSecret[] {
  const settings = live.settings ?? {};
  const secrets = secretsOfAnyVersion(entry);
  const isAbsent = (name: string): boolean => (own(settings, name) ?? null) === null;
  const fields = settingsOf(entry, live.component_version ?? undefined);
  if (fields === undefined) return secrets.filter(isAbsent).map((name) => ({ name, required: true }));
  const showsSecrets = fields.some(
    ({ name, secret }) => secret === true && !isAbsent(name) && own(settings, name) !== "",
  );
  return fields
    .filter(({ name }) => secrets.includes(name) && isAbsent(name))
    .map(({ name, required }) => ({ name, required: required === true }))
    .filter(({ required }) => required || !showsSecrets);
}
