import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf } from "../catalogue.ts";
import { flagOf } from "../secrecy.ts";
import { own } from "../json.ts";
import type { Change } from "../kind.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";

export type Settings = Readonly<Record<string, unknown>>;

type Declared = Pick<DeclaredComponent, "version" | "settings">;

/** Compares declared keys only: settings are owned key by key. `settings: null` declares no key. */
export function compareSettings(
  { settings, version }: Declared,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
  { rewriteSecrets = false }: WritePolicy,
): Change[] {
  return Object.entries(settings ?? {}).flatMap(([name, to]) => {
    const verdict = knowledge.judge(live, name, to, version);
    const isSent = verdict === "different" || (rewriteSecrets && verdict === "hidden");
    return isSent
      ? [{ path: `settings.${name}`, from: own(live.settings ?? {}, name) ?? null, to, replace: false }]
      : [];
  });
}

/**
 * The settings that an update sends: live and declared keys together, because it is not known whether the service merges
 * or replaces them (docs/service.md, "Unknown"). A live secret is never among them. A declared `null` leaves the live value.
 */
export function mergedSettings(
  declared: Settings | null | undefined,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
): Settings {
  const secrets = knowledge.secretsIn(live);
  const kept = Object.entries(live.settings ?? {}).filter(
    // An empty value may be a hidden one if the catalogue does not say otherwise, and means the same as none.
    ([name, value]) =>
      !secrets.has(name) && (value ?? null) !== null && (value !== "" || flagOf(knowledge.entry, name) === "open"),
  );
  return { ...Object.fromEntries(kept), ...withoutNulls(declared) };
}

/** The settings that have a value. `null` asks for the default, and an update does not send it. */
export function withoutNulls(settings: Settings | null | undefined): Settings {
  return Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => (value ?? null) !== null));
}

/**
 * Secrets that an update of the settings could lose, because they are not declared. A declared `null` accepts the loss.
 */
export function secretsAtRisk(
  declared: Settings | null | undefined,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
): string[] {
  return [...knowledge.secretsIn(live)].filter((name) => !Object.hasOwn(declared ?? {}, name));
}

/**
 * The settings that an update neither declares nor, being secrets, can compare, and that lost their value, as paths. What the version does
 * not have may go, and a record that leaves all settings out cannot be judged.
 */
export function lostSettings(
  declared: Declared,
  before: ProjectComponentRecord,
  shown: ProjectComponentRecord,
  { entry }: Pick<ComponentKnowledge, "entry">,
): string[] {
  const { settings } = shown;
  if (settings === undefined) return [];
  const version = shown.component_version ?? declared.version ?? before.component_version ?? undefined;
  const taken = settingsOf(entry, version);
  const isBlank = (value: unknown): boolean => (value ?? "") === "";
  return Object.entries(before.settings ?? {})
    .filter(([name, value]) => !isBlank(value) && isBlank(own(settings ?? {}, name)))
    .filter(([name]) => !Object.hasOwn(declared.settings ?? {}, name) && flagOf(entry, name) !== "secret")
    .filter(([name]) => taken === undefined || taken.some((field) => field.name === name))
    .map(([name]) => `settings.${name}`);
}
