import { z } from "zod";
import type { Edit } from "../../core/file/edit-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { isWithin, pathText } from "../../core/file/position.ts";
import { isSecretByCatalogue, placesOf } from "../../core/plan/changes.ts";
import type { PlannedChild, PlannedComponent, PlannedProject } from "../../core/plan/planned-object.ts";
import { prunes, type Prune } from "../../core/plan/plan-options.ts";
import { NOT_ASKED } from "../../core/resources/catalogue.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import { compareProject } from "../../core/resources/compare-project.ts";
import { compareComponent } from "../../core/resources/component/compare.ts";
import { hasMask } from "../../core/resources/component/masked-settings.ts";
import { sentSetting, typeOfSetting } from "../../core/resources/component/judge-setting.ts";
import { isObject, itemsOf, mapTexts, own, type Fields } from "../../core/resources/json.ts";
import { SECTIONS, type Change } from "../../core/resources/kind.ts";
import { fieldOf } from "../../core/resources/project-fields.ts";
import { schemaAt, type Path } from "../../core/resources/schema-walk.ts";
import { sensitiveTexts, textsIn, withoutUserInfo } from "../../core/resources/sensitive-values.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import { fileSchema } from "../../core/file/schema.ts";
import { holdsReference } from "../../core/file/typed-reference.ts";
import { canBeRedacted, type Redaction } from "../../core/text/redaction.ts";
import { liveValue } from "./live-value.ts";
import { additionOf, isUnmanaged, MAY_BE_SECRET } from "./unmanaged.ts";

/** A difference that stays: where the file declares it, and why. No value of the service is in it. */
export interface NotPulled {
  readonly path: Path;
  readonly reason: string;
  /** The plan blocks the object at the path. Default: false. */
  readonly isBlocked?: boolean;
}

export interface PulledEdit {
  readonly edit: Edit;
  /** What is not written with it. Default: nothing. */
  readonly leftOut?: readonly NotPulled[];
}

/** What of a project differs from its file: the edits that bring it there, and what has to stay. */
export interface ProjectDifferences {
  readonly edits: readonly PulledEdit[];
  readonly notPulled: readonly NotPulled[];
}

export interface PullOptions {
  /** Remove the lines of objects that are gone. Default: of none. */
  readonly prune?: readonly Prune[];
  /** Add unmanaged objects, in sections that the file has. Default: false. */
  readonly includeUnmanaged?: boolean;
}

export interface PullScope extends PullOptions {
  /** Reads the content of the file as it is written. */
  readonly written: () => Fields;
  /** True if an object that its list does not have is gone, by the key of its item. */
  readonly isGone: (key: string) => boolean;
  readonly redaction: Pick<Redaction, "redact">;
  /** Slugs of live projects of the organization that no file declares. Empty: there is none. */
  readonly unmanagedSlugs: (project: PlannedProject) => string;
}

type Difference = PulledEdit | NotPulled;

/** The live values that differ from what a file declares, as edits of it. A value that is or may be a secret is never one. */
export function differencesOf(project: PlannedProject, scope: PullScope): ProjectDifferences {
  const found = [...ofProject(project, scope)];
  return {
    edits: found.flatMap((each) => ("edit" in each ? [each] : [])),
    notPulled: found.flatMap((each) => ("edit" in each ? [] : [each])),
  };
}

function ofProject(project: PlannedProject, scope: PullScope): Difference[] {
  const { item, file, live, declared, children } = project;
  const { place } = file.project;
  if (item.action === "blocked") return [{ path: place, reason: item.reason ?? "", isBlocked: true }];
  if (item.action === "create") {
    const near = scope.unmanagedSlugs(project);
    const hint = near === "" ? "" : ` If it was renamed, its slug may be one that no file declares: ${near}.`;
    return [{ path: place, reason: `The project does not exist.${hint}` }];
  }
  if (item.action === "delete") return [{ path: [...place, "absent"], reason: "It is declared absent, and live." }];
  const fields =
    live === undefined ? [] : compareProject(declared, live).map((change) => projectField(project, change, scope));
  const declaredChildren = children.filter(({ item: { action } }) => action !== "unmanaged");
  // In the order of an export, whatever that of the service is.
  const unmanaged = children
    .filter(({ item: { action } }) => action === "unmanaged")
    .toSorted((a, b) => compareText(a.name, b.name));
  return [...fields, ...[...declaredChildren, ...unmanaged].flatMap((child) => ofChild(file, child, scope))];
}

function ofChild(file: LoadedFile, child: PlannedChild, scope: PullScope): Difference[] {
  const { item, kind } = child;
  const path = placeOf(file, child);
  if (item.action === "unmanaged")
    return scope.includeUnmanaged === true && isUnmanaged(child)
      ? [additionOf(file, child, (value) => whyNotAdded(file, value, scope))]
      : [];
  if (item.action === "create" && prunes(scope, SECTIONS[kind])) return [removalOf(file, child, path, scope)];
  const fields = kind === "component" && item.action !== "create" ? componentFields(file, child, path, scope) : [];
  const why = {
    create: "It is not live.",
    delete: "It is declared absent, and live.",
    move: `It is attached to ${item.from}.`,
    blocked: item.reason ?? "",
    update: undefined,
    unchanged: undefined,
  }[item.action];
  return why === undefined ? fields : [...fields, { path, reason: why, isBlocked: item.action === "blocked" }];
}

/** The edit that removes the line of an object that is gone. */
function removalOf(file: LoadedFile, child: PlannedChild, path: Path, { written, isGone }: PullScope): Difference {
  const { kind, item } = child;
  if (!isGone(item.key)) return { path, reason: NOT_PROVEN[kind] };
  if (kind === "component") return { edit: { path, set: undefined } };
  const variable = variableIn(file, [...path, "name"]);
  if (variable !== undefined) return { path, reason: `It is not live. Its name is that of the variable ${variable}.` };
  return { edit: { path: [SECTIONS[kind]], remove: valueAt(written(), path) } };
}

const NOT_PROVEN = {
  component: "The list does not have it, and a later read did not confirm that it is gone. Run this again.",
  domain: "The list does not have it, and a read by its name does not say that it is gone.",
} as const;

function placeOf(file: LoadedFile, { kind, name }: PlannedChild): Path {
  if (kind === "component") return [SECTIONS[kind], name];
  return file.domains?.find(({ declared }) => declared.name === name)?.place ?? [SECTIONS[kind]];
}

function projectField(project: PlannedProject, { path: name, from, replace }: Change, scope: PullScope): Difference {
  const { file, declared } = project;
  const { id, previousSlug } = file.project;
  const path = pathOf(file.project.place, name, declared.extra);
  const stays = (reason: string): NotPulled => ({ path, reason });
  if (replace) return stays("It cannot change. Declare the project in a file of its own.");
  if (name === "slug" && (id === undefined || previousSlug !== undefined))
    return stays("`previous_slug` renames it. Apply it, or remove that line.");
  const [first = ""] = name.split(".");
  const isExtra = Object.hasOwn(declared.extra ?? {}, name);
  const field = isExtra ? undefined : fieldOf(first);
  const before = own(declared, first);
  const known = new Set(field && sensitiveTexts(field, before));
  const mayBeSecret = field !== undefined && sensitiveTexts(field, from).some((text) => !known.has(text));
  const schema = schemaAt(fileSchema, path) ?? z.unknown();
  // What this version does not know has no form of its own: `""` is not `null` there.
  const write = (written: unknown): unknown => (isExtra ? (from ?? null) : liveValue(schema, written, from));
  return fieldEdit({ file, path, live: from, mayBeSecret }, scope, write);
}

function componentFields(file: LoadedFile, child: PlannedComponent, place: Path, scope: PullScope): Difference[] {
  const { declared, written, live, entry = NOT_ASKED } = child;
  if (declared === undefined || live === undefined) return [];
  return compareComponent(declared, live, entry).map(({ path: name, from, replace }): Difference => {
    const path = pathOf(place, name, declared.extra);
    const stays = (reason: string): NotPulled => ({ path, reason });
    if (replace) return stays("It is another component. Correct `id`, or the name.");
    if (name === "version" && written?.version === "latest")
      return stays("The file says `latest`, and the service has another version. An apply updates it.");
    if (name === "version" && from === "latest")
      return stays("The service shows `latest`, which a file would resolve at each run.");
    const mayBeSecret = isSecretByCatalogue({ declared, live, entry }, name);
    const setting = name.startsWith("settings.") ? name.slice("settings.".length) : undefined;
    const type = setting === undefined ? undefined : typeOfSetting(entry, declared.version, setting);
    const value = setting === undefined ? from : sentSetting(type, from);
    return fieldEdit({ file, path, live: from, mayBeSecret }, scope, () => value);
  });
}

interface Field {
  readonly file: LoadedFile;
  readonly path: Path;
  readonly live: unknown;
  readonly mayBeSecret: boolean;
}

/** `write`: what the file then has instead of what it has. */
function fieldEdit(
  { file, path, live, mayBeSecret }: Field,
  { written, redaction }: PullScope,
  write: (written: unknown) => unknown,
): Difference {
  const stays = (reason: string): NotPulled => ({ path, reason });
  const variable = variableIn(file, path);
  if (variable !== undefined)
    return stays(`The live value differs from that of the variable ${variable}. Change it where it is set.`);
  if (holdsReference(live)) return stays("The live value has the form of a reference to a variable.");
  if (hasMask(live)) return stays("The service hides the live value.");
  if (mayBeSecret || !mayBeShown(live, { redaction }))
    return stays("The live value is or may be a secret. Put it into a variable.");
  // A file follows the name of its project.
  const copied = pathText(path) === "project.slug" ? undefined : copiedVariable(file, live, written());
  if (copied !== undefined)
    return stays(`The live value is that of the variable ${copied}. To keep it, write a reference to the variable.`);
  return { edit: { path, set: write(valueAt(written(), path)) } };
}

function whyNotAdded(file: LoadedFile, value: unknown, scope: PullScope): string | undefined {
  if (!mayBeShown(value, scope)) return MAY_BE_SECRET;
  const copied = copiedVariable(file, value, scope.written());
  return copied && `It is the value of the variable ${copied}.`;
}

/** The variable whose text a live value has, and the file does not. A short text may have it by chance. */
function copiedVariable({ variables }: LoadedFile, live: unknown, written: Fields): string | undefined {
  if (variables.size === 0) return undefined;
  const [texts, known] = [new Set(textsIn(live)), new Set(textsIn(written))];
  const isCopied = (text: string): boolean => canBeRedacted(text) && texts.has(text) && !known.has(text);
  return [...variables.values()].find(({ text }) => isCopied(text))?.variable;
}

/** False if a value holds the user info of a URL, or a secret of this run: in its texts as they are, or in all of it as JSON. */
function mayBeShown(value: unknown, { redaction: { redact } }: Pick<PullScope, "redaction">): boolean {
  const json = JSON.stringify(value ?? null);
  const shown = mapTexts(withoutUserInfo(value), redact);
  return sameJson(shown, value) && redact(json) === json;
}

/** The variable that the file takes a value, or a part of it, from. */
function variableIn({ variables }: LoadedFile, path: Path): string | undefined {
  return [...variables.values()].find((each) => isWithin(each.path, pathText(path)))?.variable;
}

function valueAt(content: unknown, path: Path): unknown {
  return path.reduce((value: unknown, part) => {
    if (typeof part === "number") return itemsOf(value)[part];
    return isObject(value) ? own(value, part) : undefined;
  }, content);
}

/** Where a file writes the field of a change. */
function pathOf(place: Path, name: string, extra: Fields | undefined): Path {
  const [inExtra, outside] = placesOf(name, place);
  return Object.hasOwn(extra ?? {}, name) ? inExtra : outside;
}
