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
    found.set(id, { kind: "project", key, project: id, name: id, record: { ...item.project } });
    for (const { item: part } of item.components.items()) {
      const record = { ...part };
      const at = `${key}/${part.component_slug}`;
      found.set(`${id}/${part.id}`, { kind: "component", key: at, project: id, name: part.id, record });
    }
    for (const { item: domain } of item.domains.items()) {
      const record = { ...domain };
      const at = `${key}/${hostMeaning(domain.name)}`;
      found.set(`${id}/${domain.name}`, { kind: "domain", key: at, project: id, name: domain.name, record });
    }
  }
  return found;
}

/** Set by the service itself. */
const OWN = new Set(["object", "id", "created_at", "updated_at"]);

/** Fields in which two records mean something else. */
export function differences(before: LiveObject, after: LiveObject): string[] {
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
