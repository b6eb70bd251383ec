import { pathText } from "../file/position.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { type Fields, isObject, own } from "../resources/json.ts";
import { NOT_ASKED, resolveVersion } from "../resources/catalogue.ts";
import { compareText } from "../resources/compare-text.ts";
import type { Change, KindName } from "../resources/kind.ts";
import type { Path } from "../resources/schema-walk.ts";
import { holds, SECRET } from "../resources/hidden-value.ts";
import { flagsOf, isSecretSetting } from "../resources/secret-settings.ts";
import { isPlacementSetting } from "../resources/component/placement-settings.ts";
import { fieldOf, projectFields } from "../resources/project-fields.ts";
import { hideSensitive, sensitiveTexts, textsIn, wordsIn } from "../resources/sensitive-values.ts";
import { hideLive, mapVariables } from "./hide-places.ts";
import { digest, type PlannedChange } from "./plan.ts";
import type { PlannedChild, PlannedComponent, PlannedProject } from "./planned-object.ts";

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

/** An object of a file. */
export interface DeclaredObject {
  readonly file: LoadedFile;
  readonly kind: KindName;
  /** Where the file declares it. */
  readonly place: Path;
}

/**
 * Changes as a plan shows them: sorted by path, without the values of secrets, the passwords of URLs and, of a project's field, what is
 * sensitive by nature. Live values included. `isSecret`: whether a field is a secret wherever its value comes from. Default: no.
 */
export function redactChanges(
  changes: readonly Change[],
  { file: { variables }, kind, place }: DeclaredObject,
  isSecret: (path: string) => boolean = () => false,
): PlannedChange[] {
  const shown = (change: Change): PlannedChange => {
    const { path, to } = change;
    const places = placesOf(path, place);
    const written = digest(
      mapVariables(to, places, variables, ({ secret, variable, type }) => ({
        [secret ? "secret" : "env"]: variable,
        type,
      })),
    );
    return { path, ...sides(change, places), written };
  };
  const sides = ({ path, from, to }: Change, places: readonly Path[]): { from: unknown; to: unknown } => {
    if (isSecret(path)) return { from: from === null ? null : SECRET, to: to === null ? null : SECRET };
    const open = hideSensitive(kind === "project" ? fieldOf(path) : undefined, from, to, path);
    const hidden = mapVariables(open.to, places, variables, ({ secret }, value) => (secret ? SECRET : value));
    return { from: hideLive(open.from, hidden), to: hidden };
  };
  return changes.map(shown).toSorted((a, b) => compareText(a.path, b.path));
}

/** Where a file may write a field of an object: the name of a field in `extra` may be any text. */
export function placesOf(path: string, object: Path): readonly [inExtra: Path, outside: Path] {
  const [, section = "", key = ""] = /^(settings|autocapture)\.(.*)$/s.exec(path) ?? [];
  return [[...object, "extra", path], section === "" ? [...object, path] : [...object, section, key]];
}

type ComponentFacts = Pick<PlannedComponent, "declared" | "live" | "entry">;

/** True if the change of a component's field shows a secret setting. */
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
export function sensitiveValues({ declared, live, children }: PlannedProject): string[] {
  const ofProject = [declared, live].flatMap((side: Fields = {}) =>
    Object.entries(projectFields).flatMap(([name, field]) => sensitiveTexts(field, side[name])),
  );
  return [...ofProject, ...children.flatMap(secretSettings).flatMap(textsIn)];
}

/** The texts of the settings that a run reads or sends and that are, or may be, secrets. */
export function secretValues({ children }: PlannedProject): string[] {
  return children.filter(isDeclared).flatMap(secretSettings).flatMap(wordsIn);
}

/** Live texts where the file takes the value from a secret: they may be earlier values of it. */
export function replacedSecrets({ file, live, children }: PlannedProject): string[] {
  const bySlug = Map.groupBy(
    children.filter(({ kind }) => kind === "component"),
    ({ name }) => name,
  );
  const ofComponents = (file.components ?? []).flatMap((component) =>
    (bySlug.get(component.declared.component) ?? []).flatMap((child) => textsReplaced(file, component, child.live)),
  );
  return [...textsReplaced(file, file.project, live), ...ofComponents];
}

function textsReplaced(
  { variables, missingVariables }: LoadedFile,
  { declared, place }: { readonly declared: Fields; readonly place: Path },
  live: unknown,
): string[] {
  const hide = (path: string, value: unknown): unknown =>
    mapVariables(value, placesOf(path, place), variables, ({ secret }, own) => (secret ? SECRET : own));
  const known = asChanges(declared).map(({ path, to }) => ({ path, hidden: hide(path, to) }));
  // A variable that is not set leaves out the whole field: only that can be told from it.
  const missing = missingVariables
    .filter(({ secret, path, omitted }) => secret && path === pathText(omitted))
    .filter(({ omitted }) => place.every((part, index) => omitted[index] === part))
    .map(({ omitted }) =>
      omitted
        .slice(place.length)
        .join(".")
        .replace(/^extra\./, ""),
    )
    .map((path) => ({ path, hidden: SECRET }));
  return [...known, ...missing].flatMap(({ path, hidden }) => textsUnder(hidden, valueAt(live, path)));
}

function textsUnder(hidden: unknown, live: unknown): string[] {
  if (!holds(hidden, SECRET)) return [];
  if (isObject(hidden) && isObject(live)) {
    return Object.entries(hidden).flatMap(([name, part]) => textsUnder(part, own(live, name)));
  }
  // Items of lists have no place of their own: any that is not declared may be the earlier value.
  const declared = new Set(textsIn(hidden));
  return textsIn(live).filter((text) => !declared.has(text));
}

function valueAt(live: unknown, path: string): unknown {
  return [[path], ...placesOf(path, [])]
    .map((at) => at.reduce<unknown>((value, part) => (isObject(value) ? own(value, String(part)) : undefined), live))
    .find((value) => value !== undefined);
}

/** Those that the catalogue calls a secret. */
export function flaggedValues({ children }: PlannedProject): string[] {
  return children.filter(isDeclared).flatMap((child) => {
    const flags = flagsOf(child.entry ?? NOT_ASKED);
    return settingsIn(child).flatMap(([name, value]) => (flags.get(name) === "secret" ? wordsIn(value) : []));
  });
}

function isDeclared(child: PlannedChild): child is PlannedComponent {
  return child.kind === "component" && child.declared !== undefined;
}

/** Nothing is known about the settings of an undeclared component, so all of them may be secrets. */
function secretSettings(child: PlannedChild): unknown[] {
  if (child.kind !== "component") return [];
  return settingsIn(child).flatMap(([name, value]) => (isSecretByCatalogue(child, `settings.${name}`) ? [value] : []));
}

function settingsIn({ live, declared }: ComponentFacts): [name: string, value: unknown][] {
  return [...Object.entries(live?.settings ?? {}), ...Object.entries(declared?.settings ?? {})];
}
