import { z } from "zod";
import type { Body } from "../api/client.ts";
import type { ProjectRecord } from "../api/records.ts";
import { canonical, defaultOf, isAsDeclared, sameJson } from "./canonical.ts";
import { type Fields, isObject, own, presentFields } from "./json.ts";
import type { Change } from "./kind.ts";
import { oncePerObject } from "./once-per-object.ts";
import { isEmpty } from "./project-body.ts";
import { anyEvent, fieldOf, projectFields, type DeclaredProject } from "./project-fields.ts";
import { isForeign, mayBeSlug } from "./project-identity.ts";
import { child } from "./schema-walk.ts";

/*
 * A project is compared path by path. A path is a field, or an event such as `autocapture.click`: events are owned one by one, like a
 * component's settings.
 */

function fieldAt(path: string): z.ZodType {
  const [name = "", event] = path.split(".");
  if (event !== undefined) return child(fieldOf(name), event) ?? anyEvent;
  return fieldOf(name) ?? z.unknown();
}

function valueAt(project: Fields, path: string): unknown {
  const [name = "", event] = path.split(".");
  return event === undefined ? own(project, name) : own(presentFields(project[name]), event);
}

/** The canonical model of a project, declared or shown, by path. It is compared several times. */
const modelOf = oncePerObject((_project: Fields) => new Map<string, unknown>());

function formAt(project: Fields, path: string): unknown {
  const model = modelOf(project);
  if (!model.has(path)) model.set(path, canonical(fieldAt(path), valueAt(project, path)));
  return model.get(path);
}

/** Declared fields whose live value differs. */
export function compareProject(declared: DeclaredProject, live: ProjectRecord): readonly Change[] {
  const { organization_id: organization, extra = {}, ...fields } = declared;
  const paths = Object.entries(fields).flatMap(([name, value]) => {
    if (name === "autocapture" && isObject(value)) return eventPaths(value);
    return value === undefined ? [] : [name];
  });
  const isSame = (path: string): boolean =>
    path === "slug"
      ? mayBeSlug(live.slug, declared.slug)
      : isAsDeclared(fieldAt(path), formAt(declared, path), formAt(live, path)) || isUnknownDefault(declared, path);
  const change = (path: string, from: unknown, to: unknown): Change => ({
    path,
    from: from ?? null,
    to,
    replace: false,
  });
  return [
    ...(isForeign(live, organization)
      ? [{ ...change("organization_id", live.organization_id, organization), replace: true }]
      : []),
    ...paths.filter((path) => !isSame(path)).map((path) => change(path, valueAt(live, path), valueAt(declared, path))),
    ...Object.entries(extra).flatMap(([name, to]) =>
      sameJson(to, own(live, name)) ? [] : [change(name, own(live, name), to)],
    ),
  ];
}

function eventPaths(events: unknown): string[] {
  return Object.keys(presentFields(events)).map((event) => `autocapture.${event}`);
}

/** `null` asks for the default. Without a documented one, whatever the service shows may be it: no update could remove a difference. */
function isUnknownDefault(declared: DeclaredProject, path: string): boolean {
  return valueAt(declared, path) === null && defaultOf(fieldAt(path)) === undefined;
}

/** Notes on fields that are declared as `null`, have no documented default and have a live value. */
export function notesOnUnknownDefaults(declared: DeclaredProject, live: ProjectRecord): string[] {
  const names = Object.keys(declared).filter((name) => isUnknownDefault(declared, name));
  return names.flatMap((name) => {
    if (formAt(live, name) === null) return [];
    const empty = fieldAt(name).safeParse([]).success ? "[]" : '""';
    return [
      `${name}: null asks for the default, and none is documented: the live value stays. To clear it, declare ${empty}.`,
    ];
  });
}

/**
 * The fields that an update neither sent nor declares, and that lost their value. Fields that the service leaves out of a record cannot
 * be judged.
 */
export function lostFields(
  declared: DeclaredProject,
  before: ProjectRecord,
  body: Body,
  shown: ProjectRecord,
): string[] {
  const judged = Object.keys(projectFields).filter((name) => Object.hasOwn(before, name) && Object.hasOwn(shown, name));
  const paths = judged.flatMap((name) => {
    // An update sends the events that are not declared as they are.
    if (name === "autocapture" && isObject(declared[name])) return eventPaths(before[name]);
    return Object.hasOwn(body, name) ? [] : [name];
  });
  return paths
    .filter((path) => (valueAt(declared, path) ?? null) === null && isBlank(valueAt(shown, path)))
    .filter((path) => !sameJson(formAt(before, path), formAt(shown, path)));
}

function isBlank(value: unknown): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0) || isEmpty(value);
}
