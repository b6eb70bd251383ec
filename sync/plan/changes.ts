import { REDACTED } from "../../provider/api/redaction.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { isWithin } from "../../provider/file/path.ts";
import { type Fields, isObject, own } from "../../provider/resources/json.ts";
import { NOT_ASKED, resolveVersion } from "../../provider/resources/catalogue.ts";
import { compareText } from "../../provider/resources/compare-text.ts";
import type { Change, KindName } from "../../provider/resources/kind.ts";
import { flagsOf, isSecretSetting } from "../../provider/resources/secrecy.ts";
import { isPlacementSetting } from "../../provider/resources/component/placement-settings.ts";
import { fieldOf, projectFields } from "../../provider/resources/project-fields.ts";
import { hideSensitive, sensitiveTexts, textsIn, withoutUserInfo } from "../../provider/resources/sensitive-values.ts";
import type { PlannedChange } from "./plan.ts";
import type { ChildWork, ComponentWork, ProjectWork } from "./work.ts";

/** Objects that a plan shows, and redacts, key by key. */
const BY_KEY = new Set(["settings", "autocapture", "extra"]);

/** The changes of a create: every declared field except `omitted`. */
export function asChanges(declared: Fields, omitted: readonly string[] = []): Change[] {
  return Object.entries(declared).flatMap(([name, to]) => {
    if (to === undefined || omitted.includes(name)) return [];
    if (!BY_KEY.has(name) || !isObject(to)) return [{ path: name, from: null, to, replace: false }];
    const prefix = name === "extra" ? "" : `${name}.`;
    return Object.entries(to)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ path: `${prefix}${key}`, from: null, to: value, replace: false }));
  });
}

/**
 * Changes as a plan shows them: sorted by path, without the values of secrets, the passwords of URLs and, of a project's field, what is
 * sensitive by nature. Live values included.
 */
export function redactChanges(
  changes: readonly Change[],
  isSecret: (path: string) => boolean,
  kind: KindName = "component",
): PlannedChange[] {
  const redact = ({ path, from, to }: Change): PlannedChange => {
    if (isSecret(path)) return { path, from: from === null ? null : REDACTED, to: to === null ? null : REDACTED };
    const field = kind === "project" ? fieldOf(path) : undefined;
    const shown = field === undefined ? { from, to } : hideSensitive(field, from, to);
    return { path, from: withoutUserInfo(shown.from), to: withoutUserInfo(shown.to) };
  };
  return changes.map(redact).toSorted((a, b) => compareText(a.path, b.path));
}

/**
 * Whether the file writes a field, or anything in it, as `{ secret: … }`. `objectPath` is the path of the object in the file,
 * `field` the path in the object; a field of `extra` has the same path without `extra`.
 */
export function isSecretInFile(file: LoadedFile, objectPath: string, field: string): boolean {
  return file.secretPaths.some(
    (path) => isWithin(path, `${objectPath}.${field}`) || isWithin(path, `${objectPath}.extra.${field}`),
  );
}

type ComponentFacts = Pick<ComponentWork, "declared" | "live" | "entry">;

/** Whether the change of a component's field shows a secret setting. */
export function isSecretByCatalogue({ declared, live, entry = NOT_ASKED }: ComponentFacts, path: string): boolean {
  if (path === "settings") return true;
  if (!path.startsWith("settings.")) return false;
  const setting = path.slice("settings.".length);
  // The catalogue describes texts, numbers and booleans: anything else may hold anything.
  if (typeof (own(live?.settings ?? {}, setting) ?? "") === "object" && !isPlacementSetting(setting)) return true;
  const next = declared?.version ?? resolveVersion(entry, undefined);
  const versions = [
    ...(next === undefined ? [] : [next]),
    ...(live === undefined ? [] : [live.component_version ?? undefined]),
  ];
  return isSecretSetting(entry, versions, setting);
}

/**
 * Values that the service may quote, and that no message shows: those of a project that are sensitive by nature, live and
 * declared, and the settings of its components that are, or may be, secrets.
 */
export function sensitiveValues({ declared, live, children }: ProjectWork): string[] {
  const ofProject = [declared, live].flatMap((side: Fields = {}) =>
    Object.entries(projectFields).flatMap(([name, field]) => sensitiveTexts(field, side[name])),
  );
  return [...ofProject, ...children.flatMap(secretSettings).flatMap(textsIn)];
}

/** The texts of the settings that a run reads or sends and that are, or may be, secrets. */
export function secretValues({ children }: ProjectWork): string[] {
  return children.filter(isDeclared).flatMap(secretSettings).flatMap(wordsIn);
}

/** Those that the catalogue calls a secret. */
export function flaggedValues({ children }: ProjectWork): string[] {
  return children.filter(isDeclared).flatMap((child) => {
    const flags = flagsOf(child.entry ?? NOT_ASKED);
    return settingsIn(child).flatMap(([name, value]) => (flags.get(name) === "secret" ? wordsIn(value) : []));
  });
}

function isDeclared(child: ChildWork): child is ComponentWork {
  return child.kind === "component" && child.declared !== undefined;
}

/** No numbers: hidden in every text, they would garble it. */
function wordsIn(value: unknown): string[] {
  return typeof value === "number" ? [] : textsIn(value);
}

/** Nothing is known about the settings of an undeclared component, so all of them may be secrets. */
function secretSettings(child: ChildWork): unknown[] {
  if (child.kind !== "component") return [];
  return settingsIn(child).flatMap(([name, value]) => (isSecretByCatalogue(child, `settings.${name}`) ? [value] : []));
}

function settingsIn({ live, declared }: ComponentFacts): [name: string, value: unknown][] {
  return [...Object.entries(live?.settings ?? {}), ...Object.entries(declared?.settings ?? {})];
}
