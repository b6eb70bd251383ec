import type { Body } from "../api/client.ts";
import type { ProjectRecord } from "../api/records.ts";
import { canonical, sameJson } from "./canonical.ts";
import { type Fields, isObject, own } from "./json.ts";
import type { SideEffects } from "./kind.ts";
import { fieldOf, projectFields, type DeclaredProject } from "./project-fields.ts";

/** The canonical form of a project's field. A field that is not known has its own. */
export function canonicalField(name: string, value: unknown): unknown {
  const field = fieldOf(name);
  return field === undefined ? (value ?? null) : canonical(field, value);
}

/** An object that is owned key by key and has no keys asks for nothing. */
export function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(presentFields(value)).length === 0;
}

/** The keys of an object that have a value. */
export function presentFields(value: unknown): Fields {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, content]) => content !== undefined && content !== null));
}

/**
 * What an update changed besides what it sent and what is declared. Fields that the service leaves out of a record cannot be
 * judged.
 */
export function sideEffects(
  declared: DeclaredProject,
  before: ProjectRecord,
  body: Body,
  shown: ProjectRecord,
): SideEffects {
  const others = Object.keys(projectFields)
    .filter((name) => !Object.hasOwn(body, name) && (own(declared, name) ?? null) === null)
    .filter((name) => Object.hasOwn(before, name) && Object.hasOwn(shown, name))
    .filter((name) => !sameJson(canonicalField(name, before[name]), canonicalField(name, shown[name])))
    .map((name) => ({ path: name, isLost: isBlank(shown[name]) }));
  const all = [...others, ...otherEvents(declared, before, shown)];
  return {
    lost: all.filter(({ isLost }) => isLost).map(({ path }) => path),
    changed: all.filter(({ isLost }) => !isLost).map(({ path }) => path),
  };
}

/** `autocapture` is owned key by key: an update sends the events that are not declared as they are. */
function otherEvents(
  declared: DeclaredProject,
  before: ProjectRecord,
  shown: ProjectRecord,
): { readonly path: string; readonly isLost: boolean }[] {
  if ((declared.autocapture ?? null) === null || !Object.hasOwn(shown, "autocapture")) return [];
  const [events, now] = [presentFields(before["autocapture"]), presentFields(shown["autocapture"])];
  const ours = presentFields(declared.autocapture);
  return Object.keys(events)
    .filter((name) => !Object.hasOwn(ours, name) && !sameJson(events[name], own(now, name) ?? false))
    .map((name) => ({ path: `autocapture.${name}`, isLost: own(now, name) === undefined }));
}

/** Shows no value. */
function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    isEmpty(value)
  );
}
