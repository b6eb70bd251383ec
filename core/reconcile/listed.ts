import type { LiveRecords } from "../api/records.ts";
import { hostNameOf } from "../resources/domain.ts";
import { ID_FIELDS, SECTIONS, type KindName } from "../resources/kind.ts";
import {
  isAnswered,
  wasNotFound,
  type Entry,
  type Records,
  idOf,
  isInDoubt,
  mayHaveEffect,
  wasCreated,
} from "./ledger.ts";
import type { Observer } from "./observe.ts";
import type { Run } from "./run.ts";
import {
  listsIn,
  partName,
  projectsPart,
  readingOf,
  saysGone,
  singleIn,
  singlePart,
  valueOf,
  type Part,
  type Snapshot,
  type SinglePart,
} from "./snapshot.ts";
import { nameOf, projectNameOf, type Stand, type Step } from "./step.ts";
import { isOthers } from "../resources/owner.ts";

/*
 * One object in the lists of a snapshot. What an answer or a read by id showed of it is put there if a list does not show it yet.
 */

export interface Place {
  readonly kind: KindName;
  readonly organizationId: string;
  /** The id of its project. */
  readonly projectId: string;
}

type AnyRecord = LiveRecords[KindName];

export function placeOf({ approved: { kind, organizationId }, projectId = "" }: Entry): Place {
  return { kind, organizationId, projectId };
}

export function listOf({ kind, organizationId, projectId }: Place): Part {
  return kind === "project" ? projectsPart(organizationId) : { of: SECTIONS[kind], key: projectId };
}

/** The lists of a project that could not be read: what is in a new project may not be found at once. */
export function unreadInside({ approved, projectId = "" }: Entry, { unread }: Pick<Observer, "unread">): Part[] {
  if (approved.kind !== "project") return [];
  return listsIn(projectId).filter((part) => unread.has(partName(part)));
}

/** The record that a list shows of an object. `undefined` if it shows none, or was not read. */
export function recordIn(snapshot: Snapshot, place: Place, id: string): AnyRecord | undefined {
  return recordsIn(snapshot, place).find((record) => isNamed(place.kind, record, id));
}

/**
 * Puts a record into its list, in the place of the one that the list shows. Without a record, removes that one: a read by id says that
 * the object is gone. A list that was not read stays so: one record is no list.
 */
export function putRecord(observer: Observer, place: Place, id: string, record: object | undefined): void {
  const { snapshot } = observer;
  const list = listOf(place);
  const reading = readingOf(snapshot, list);
  const isListed = recordIn(snapshot, place, id) !== undefined;
  if (reading === undefined || (record === undefined && !isListed)) return;
  const put = (live: object): object[] =>
    record === undefined ? [] : [{ ...keysOf(live), ...record, [ID_FIELDS[place.kind]]: id }];
  const records = recordsIn(snapshot, place).flatMap((live) => (isNamed(place.kind, live, id) ? put(live) : [live]));
  const changed = isListed ? records : [...records, ...put({})];
  const { odd = [] } = valueOf(snapshot.projects.get(list.key)) ?? {};
  observer.take(list, place.kind === "project" ? { records: changed, odd } : changed, reading.at);
}

/** What names an object: a read by id may leave it out. */
function keysOf(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => KEYS.has(name)));
}

const KEYS: ReadonlySet<string> = new Set(["slug", "organization_id", "component_slug", "component_id"]);

function recordsIn(snapshot: Snapshot, { kind, organizationId, projectId }: Place): readonly AnyRecord[] {
  if (kind === "project") return valueOf(snapshot.projects.get(organizationId))?.records ?? [];
  return valueOf<readonly AnyRecord[]>(snapshot[SECTIONS[kind]].get(projectId)) ?? [];
}

/** A domain's id is its host name, also if its record has an id of its own. */
function isNamed(kind: KindName, record: AnyRecord, id: string): boolean {
  const name = String(record["name"]);
  return kind === "domain" ? hostNameOf({ name }) === hostNameOf({ name: id }) : record["id"] === id;
}

/** What was read of the object of a step: in a list, and by its id. */
export function recordsOf({ approved, projectId = "" }: Entry, snapshot: Snapshot): Records {
  const { kind, id = "" } = approved;
  const single = valueOf(singleIn(snapshot, singlePart(kind, projectId, id)));
  return { listed: recordIn(snapshot, { ...approved, projectId }, id), single };
}

/**
 * What is left of an approved step. A deletion is left while its list shows the object: whatever else the plan says, its key may change
 * with what is beside it. A list may lag: after a deletion without an answer, and for a single object, only a read by id says that the
 * object is gone.
 */
export function leftOf(
  entry: Entry,
  { steps }: Stand,
  { observer: { snapshot }, entries, alone }: Pick<Run, "entries" | "observer" | "alone">,
): Step | undefined {
  const { approved, answers, projectId = "" } = entry;
  const { action, id, kind } = approved;
  if (action !== "delete" || id === undefined) return steps.get(nameOf(approved));
  const place = { ...approved, projectId };
  const project = entries.get(projectNameOf(approved));
  const isProjectThere = recordIn(snapshot, { ...place, kind: "project" }, projectId) !== undefined;
  if (kind !== "project" && isAnswered(project, "delete") && !isProjectThere) return undefined;
  const isGone = saysGone(singleIn(snapshot, singlePart(kind, projectId, id)));
  const sent = answers.get("delete")?.became;
  const isListed = recordIn(snapshot, place, id) !== undefined;
  if (wasNotFound(entry) && isListed) return approved;
  const isNeverSent = sent === undefined && alone === undefined && readingOf(snapshot, listOf(place)) !== undefined;
  const isListBelieved = sent === "answered" || isNeverSent;
  return isGone || (isListBelieved && !isListed) ? undefined : approved;
}

/*
 * Reads of single objects by their ids, which decide where a list may be old.
 */

/**
 * A list may be older than the write, and than the plan: what it shows of a request that is in doubt, and of an object that somebody
 * else seems to have written, is compared with a read by id.
 */
export async function lookById(entries: readonly Entry[], run: Run): Promise<Stand | undefined> {
  const stand = await run.look();
  if (stand === undefined) return undefined;
  const ofOthers = [...run.entries.values()].filter((entry) => isDoneByOthers(entry, stand, run));
  for (const entry of ofOthers)
    if (entry.approved.kind !== "project") entry.projectId ??= stand.ids.get(projectNameOf(entry.approved));
  // An update shows in its list, unless that is late: until the window is over, a read by id may show an older value that is as declared.
  const isDecided = (entry: Entry): boolean => isInDoubt(entry) && entry.approved.action !== "update";
  const doubtful = new Set([...entries.filter((entry) => isDecided(entry) || mayBeDeleted(entry, run)), ...ofOthers]);
  if (doubtful.size === 0) return stand;
  // The list may show it for the first time.
  const idIn = (entry: Entry): string | undefined => idOf(entry) ?? stand.ids.get(nameOf(entry.approved));
  await run.reads(async () => {
    await run.observer.read([...doubtful].flatMap((entry) => partsOf(entry, idIn(entry))));
    for (const entry of doubtful) takeById(entry, run, idIn(entry));
  });
  return run.look();
}

/** The run did nothing for the object, and nothing is left to do, or what it was to create is there. */
function isDoneByOthers(entry: Entry, stand: Stand, run: Run): boolean {
  const name = nameOf(entry.approved);
  const isFound = entry.approved.action === "create" && stand.ids.has(name);
  return !mayHaveEffect(entry) && (isFound || isShown(entry, stand, run)) && !stand.obstacles.has(name);
}

/** A deletion that was refused, of an object that its list does not show: the list may lag. */
function mayBeDeleted(entry: Entry, { observer: { snapshot } }: Run): boolean {
  const { approved, answers } = entry;
  const isRefused = answers.get("delete")?.became === "refused";
  return isRefused && recordIn(snapshot, placeOf(entry), approved.id ?? "") === undefined;
}

export function isShown(entry: Entry, stand: Stand, run: Run): boolean {
  return leftOf(entry, stand, run) === undefined;
}

export function partsById(entry: Entry): SinglePart[] {
  return partsOf(entry, idOf(entry));
}

function partsOf({ approved: { kind }, projectId }: Entry, id: string | undefined): SinglePart[] {
  const isAddressed = id !== undefined && (kind === "project" || projectId !== undefined);
  return isAddressed ? [singlePart(kind, projectId ?? "", id)] : [];
}

/** A read by id decides what the lists did not show. */
export function takeById(entry: Entry, { observer, gate }: Run, id = idOf(entry)): void {
  const [part] = partsOf(entry, id);
  if (part === undefined || id === undefined || observer.unread.has(partName(part))) return;
  if (wasNotFound(entry)) return;
  // Before the window is over, an answered create that is not found is late.
  const isLate = wasCreated(entry) && gate.signal.aborted && saysGone(singleIn(observer.snapshot, part));
  if (!isLate) takeSingle(observer, placeOf(entry), id);
}

/** The record that was read by its id stands for the one in its list. */
export function takeSingle(observer: Observer, place: Place, id: string): void {
  const reading = singleIn(observer.snapshot, singlePart(place.kind, place.projectId, id));
  if (reading === undefined || "error" in reading) return;
  if (isHere(reading.value, place)) putRecord(observer, place, id, reading.value);
}

/** Some services show an object in any project. */
function isHere(record: object = {}, { kind, projectId }: Place): boolean {
  return kind === "project" || !isOthers(kind, record, projectId);
}
