import type { ProjectList } from "../api/client.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import type { KindName } from "../resources/kind.ts";

/** One answer of the service, or why there is none. `at`: milliseconds since the epoch, before the read began. */
export type Reading<Value> =
  | { readonly at: number; readonly value: Value }
  | { readonly at: number; readonly error: Error };

type Readings<Key, Value> = ReadonlyMap<Key, Reading<Value>>;

/** What was read of the service, as plain data. A part that is missing was not read. */
export interface Snapshot {
  /** By the id of the organization; `undefined`: all that the token sees. */
  readonly projects: Readings<string | undefined, ProjectList>;
  /** Single projects by id. The value is `undefined` if the service says that it is gone. */
  readonly project: Readings<string, ProjectRecord | undefined>;
  /** The components of a project, by its id. */
  readonly components: Readings<string, readonly ProjectComponentRecord[]>;
  /** Single components, by `project id/id`. */
  readonly component: Readings<string, ProjectComponentRecord | undefined>;
  /** The domains of a project, by its id. */
  readonly domains: Readings<string, readonly DomainRecord[]>;
  /** Single domains, by `project id/host name`. */
  readonly domain: Readings<string, DomainRecord | undefined>;
  /** The catalogue, by `organization/component`. */
  readonly catalogue: Readings<string, CatalogueEntry>;
}

/** A part of a snapshot. `key`: its key in that map of the snapshot. */
export type Part =
  | { readonly of: "projects"; readonly key: string | undefined }
  | { readonly of: Exclude<keyof Snapshot, "projects">; readonly key: string };

/** The part with a single object. */
export interface SinglePart {
  readonly of: KindName;
  readonly key: string;
}

/** The key of an object in a project, for the maps of single objects. */
export function inProject(projectId: string, name: string): string {
  return `${projectId}/${name}`;
}

/** Where a read of an object by its id is kept. A domain's id is its host name. */
export function singlePart(kind: KindName, projectId: string, id: string): SinglePart {
  return { of: kind, key: kind === "project" ? id : inProject(projectId, id) };
}

/** What was read of an object by its id. */
export function singleIn(snapshot: Snapshot, { of, key }: SinglePart): Reading<object | undefined> | undefined {
  return snapshot[of].get(key);
}

/** What was read of a part. */
export function readingOf(snapshot: Snapshot, part: Part): Reading<unknown> | undefined {
  return part.of === "projects" ? snapshot.projects.get(part.key) : snapshot[part.of].get(part.key);
}

/** What a reading shows. `undefined`: there is none, it failed, or the object is gone. */
export function valueOf<Value>(reading: Reading<Value> | undefined): Value | undefined {
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}

/** Whether the service says that a single object is gone. */
export function saysGone(reading: Reading<object | undefined> | undefined): boolean {
  return reading !== undefined && "value" in reading && reading.value === undefined;
}

/** Names a part. No two parts of a snapshot have the same name. */
export function partName({ of, key }: Part): string {
  return `${of} ${key}`;
}
