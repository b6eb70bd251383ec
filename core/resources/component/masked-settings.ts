import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { hasPart, own } from "../json.ts";
import { flagsOf, mayBeSecret } from "../secret-settings.ts";
import { unescape } from "node:querystring";

/** A run of stars, dots or x, with the few characters of the value that a service may show around it. */
const RUN = /^([^\s/]{0,16}?)(?:[*•●]{3,}|\.{3,}|…|x{4,}|X{4,})([^\s/]{0,8})$/u;

/** A word in brackets, such as `[redacted]`. */
const WORD = /^[[<(](?:redacted|hidden|masked|filtered|encrypted|secret)[\])>]$/i;

/**
 * True if a value looks like a mask, or contains one: then the service hides the real value. The rule for every value
 * (docs/internals/decisions/0002-settings-key-by-key.md).
 */
export function hasMask(value: unknown): boolean {
  return hasPart(value, (part) => typeof part === "string" && [part, ...secretsInUrl(part)].some(isMask));
}

function isMask(text: string): boolean {
  return RUN.test(text) || WORD.test(text);
}

/** User name, password and values of the query of a URL. */
function secretsInUrl(text: string): string[] {
  if (!text.includes(":")) return [];
  const { username = "", password = "", searchParams = [] } = URL.parse(text) ?? {};
  return [unescape(username), unescape(password), ...[...searchParams].map(([, value]) => value)];
}

/** True if a mask shows characters that the value does not have: it hides another value. */
export function showsOtherValue(mask: unknown, value: unknown): boolean {
  if (typeof mask !== "string" || typeof value !== "string") return false;
  const [, start = "", end = ""] = RUN.exec(mask) ?? [];
  return !value.startsWith(start) || !value.endsWith(end);
}

/** The settings of a live component that are, or may be, secrets. */
interface LiveSecrets {
  /**
   * Those that have a value, or may have one. An update never sends them unless they are declared, and could lose them if it leaves them
   * out: it is not known whether the service merges or replaces settings.
   */
  readonly held: ReadonlySet<string>;
  /** Those of them whose value the service does not show. */
  readonly hidden: ReadonlySet<string>;
}

export function liveSecrets(entry: CatalogueEntry, live: ProjectComponentRecord): LiveSecrets {
  const held = Object.entries(live.settings ?? {}).filter(
    ([name, value]) => mayHoldSecret(entry, live, name, value) || hasMask(value),
  );
  const absent = absentSecrets(entry, live);
  const absentNames = absent.map(({ name }) => name);
  // If a required secret is absent, the service leaves secrets out: then the optional ones that may be set count, too.
  const isLeavingOut = absent.some(({ required }) => required);
  return {
    held: new Set([...held.map(([name]) => name), ...absentNames]),
    hidden: new Set([
      ...held.filter(([, value]) => isCovered(value)).map(([name]) => name),
      ...(isLeavingOut ? absentNames : []),
    ]),
  };
}

/** True if the service has a value for the setting, or may have one, and does not show it: then it cannot be compared. */
export function isHidden(entry: CatalogueEntry, live: ProjectComponentRecord, name: string): boolean {
  const value = own(live.settings ?? {}, name) ?? null;
  if (value !== null) return isCovered(value) && mayHoldSecret(entry, live, name, value);
  return flagsOf(entry).get(name) === "secret"
    ? absentSecrets(entry, live).some((absent) => absent.name === name)
    : mayBeSecret(entry, name, live.component_version);
}

function isCovered(value: unknown): boolean {
  return value === "" || hasMask(value);
}

function mayHoldSecret(entry: CatalogueEntry, live: ProjectComponentRecord, name: string, value: unknown): boolean {
  if ((value ?? null) === null) return false;
  if (flagsOf(entry).get(name) === "secret") return true;
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
  const valueOf = (name: string): unknown => own(live.settings ?? {}, name) ?? null;
  const secrets = [...flagsOf(entry)]
    .filter(([name, flag]) => flag === "secret" && valueOf(name) === null)
    .map(([name]) => name);
  const fields = settingsOf(entry, live.component_version ?? undefined);
  if (fields === undefined) return secrets.map((name) => ({ name, required: true }));
  const showsSecrets = fields.some(({ name, secret }) => secret === true && (valueOf(name) ?? "") !== "");
  return fields
    .map(({ name, required }) => ({ name, required: required === true }))
    .filter(({ name, required }) => secrets.includes(name) && (required || !showsSecrets));
}
