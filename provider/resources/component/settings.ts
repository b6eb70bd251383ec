import { sameJson } from "../canonical.ts";
import { own } from "../json.ts";
import type { Change } from "../kind.ts";

export type Settings = Readonly<Record<string, unknown>>;

/** Compares declared keys only: settings are owned key by key. */
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
 * The settings that an update sends: live and declared keys together, because it is not known whether the service merges
 * or replaces them (docs/service.md, "Unknown"). A hidden value is never sent back.
 */
export function mergedSettings(
  declared: Settings | null,
  live: Settings,
  hidden: ReadonlySet<string>,
): Settings | null {
  if (declared === null) return null;
  const visibleSettings = Object.entries(live).filter(([name]) => !hidden.has(name));
  return { ...Object.fromEntries(visibleSettings), ...declared };
}

/** Settings that changed or disappeared in an update, although they are not declared. Hidden ones cannot be judged. */
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

/** Hidden secrets that an update of the settings could lose, because they are not declared. */
export function secretsAtRisk(declared: Settings | null | undefined, hidden: ReadonlySet<string>): string[] {
  return declared === undefined || declared === null
    ? []
    : [...hidden].filter((name) => !Object.hasOwn(declared, name));
}
