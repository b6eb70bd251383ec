import { isDeepStrictEqual } from "node:util";
import type { Store } from "../../../emulator/store/store.ts";
import { asObject, changedFields, hostMeaning, projectMeaning, type Fields } from "./meaning.ts";

export interface LiveObject {
  readonly kind: "project" | "component" | "domain";
  /** `organization/project`, followed by `/organization/component` or `/host name`. */
  readonly key: string;
  /** The project itself, or the one that it is in. */
  readonly project: string;
  /** The service's own name for it. */
  readonly name: string;
  readonly record: Fields;
}

/** All that the service holds, by `project` or `project/name`. */
export type Truth = ReadonlyMap<string, LiveObject>;

export function truthOf({ allProjects }: Store): Truth {
  const found = new Map<string, LiveObject>();
  for (const { item } of allProjects.items()) {
    const { id, organization_id: organization, slug } = item.project;
    const key = `${organization}/${slug}`;
    found.set(id, live(item.project, "project", key, id, id));
    for (const { item: part } of item.components.items()) {
      found.set(`${id}/${part.id}`, live(part, "component", `${key}/${part.component_slug}`, id, part.id));
    }
    for (const { item: domain } of item.domains.items()) {
      found.set(`${id}/${domain.name}`, live(domain, "domain", `${key}/${hostMeaning(domain.name)}`, id, domain.name));
    }
  }
  return found;
}

/** Whether the service gave the host name to its project by itself. */
export function isAutomatic({ kind, project, name }: LiveObject): boolean {
  return kind === "domain" && name === `${project}.edgee.app`;
}

const known = new WeakMap<object, LiveObject>();

/** The same object as long as nothing has changed. A stored record is replaced, never changed: frozen, it cannot be. */
function live(record: object, kind: LiveObject["kind"], key: string, project: string, name: string): LiveObject {
  const before = known.get(record);
  if (before?.key === key) return before;
  const object = { kind, key, project, name, record: { ...Object.freeze(record) } };
  known.set(record, object);
  return object;
}

/** Set by the service itself. */
const OWN = new Set(["object", "id", "created_at", "updated_at"]);

/** Fields in which two records mean something else. */
export function differences(before: LiveObject, after: LiveObject): string[] {
  if (before === after) return [];
  const changed =
    before.kind === "project" ? changedFields(before.record, after.record) : unequal(before.record, after.record);
  return changed.filter((name) => !OWN.has(name));
}

function unequal(before: Fields, after: Fields): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
}

/** What the service holds, without ids and times: two equal answers mean the same live state. */
export function meaningOf(truth: Truth): readonly string[] {
  return [...truth.values()]
    .map(({ kind, key, record }) => `${kind} ${key} ${JSON.stringify(plain(kind, record))}`)
    .toSorted();
}

function plain(kind: LiveObject["kind"], record: Fields): unknown {
  if (kind === "domain") return {};
  if (kind === "project") return projectMeaning(record);
  const { component_version: version, active, settings } = record;
  const held = Object.entries(asObject(settings)).filter(([, value]) => value !== null && value !== "");
  return { version, active, settings: Object.fromEntries(held.toSorted(([a], [b]) => Number(a > b) - Number(a < b))) };
}
