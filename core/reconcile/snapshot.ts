import type { LiveRecords } from "../api/records.ts";
import type { ProjectList } from "../api/client.ts";
import { tableOf } from "../api/table-of.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import { CHILD_KINDS, KINDS, SECTIONS, type ChildKind, type KindName } from "../resources/kind.ts";

/** One answer of the service, or why there is none. */
export type ReadResult<Value> = ReadTimes & ({ readonly value: Value } | { readonly error: Error });

interface ReadTimes {
  /** Before the read began, in milliseconds since the epoch. */
  readonly at: number;
  /** When it ended. Default: `at`. */
  readonly until?: number;
}

/** Single objects, by `idPart`. `undefined` if the service says that one is gone. */
type Singles = { readonly [Kind in KindName]: LiveRecords[Kind] | undefined };

/** The objects in a project, by its id. */
type Lists = { readonly [Kind in ChildKind as (typeof SECTIONS)[Kind]]: readonly LiveRecords[Kind][] };

/** The parts of the service that can be read. */
export interface Parts extends Singles, Lists {
  /** By the id of the organization; without one: all that the token sees. */
  readonly projects: ProjectList;
  /** By `organization/component`. */
  readonly catalogue: CatalogueEntry;
}

/** The service as it was read, as plain data. A part that is missing was not read. */
export type Snapshot = { readonly [Of in keyof Parts]: ReadonlyMap<string, ReadResult<Parts[Of]>> };

/** A part of a snapshot. `key`: its key in that map of the snapshot. */
export interface Part {
  readonly of: keyof Parts;
  readonly key: string;
}

/** The part with a single object. */
export interface SinglePart extends Part {
  readonly of: KindName;
}

/** A snapshot to read into, with what another one has. */
export function copyOf(snapshot?: Snapshot): Maps {
  const parts = [...KINDS, "projects", ...Object.values(SECTIONS), "catalogue"] as const;
  return tableOf<Maps>(parts.map((of) => [of, new Map<string, ReadResult<unknown>>(snapshot?.[of])]));
}

type Maps = { readonly [Of in keyof Parts]: Map<string, ReadResult<Parts[Of]>> };

/** The list of an organization's projects; without one: of all that the token sees. */
export function projectsPart(organizationId = ""): Part {
  return { of: "projects", key: organizationId };
}

/** The lists of what is in a project. */
export function listsIn(projectId: string): Part[] {
  return CHILD_KINDS.map((kind) => ({ of: SECTIONS[kind], key: projectId }));
}

/** The key of an object in a project, for the maps of single objects. */
export function inProject(projectId: string, name: string): string {
  return `${projectId}/${name}`;
}

/** Where a read of an object by its id is kept. A domain's id is its host name. */
export function singlePart(kind: KindName, projectId: string, id: string): SinglePart {
  return { of: kind, key: kind === "project" ? id : inProject(projectId, id) };
}

/** An object as it was read by its id. */
export function singleIn(snapshot: Snapshot, { of, key }: SinglePart): ReadResult<object | undefined> | undefined {
  return snapshot[of].get(key);
}

/** A part as it was read. */
export function readingOf(snapshot: Snapshot, { of, key }: Part): ReadResult<unknown> | undefined {
  return snapshot[of].get(key);
}

/** The value of a reading. `undefined`: there is none, it failed, or the object is gone. */
export function valueOf<Value>(reading: ReadResult<Value> | undefined): Value | undefined {
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}

/** True if the service says that a single object is gone. */
export function saysGone(reading: ReadResult<object | undefined> | undefined): boolean {
  return reading !== undefined && "value" in reading && reading.value === undefined;
}

/** Names a part. No two parts of a snapshot have the same name. */
export function partName({ of, key }: Part): string {
  return `${of} ${key}`;
}
