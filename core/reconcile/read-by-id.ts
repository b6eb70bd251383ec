import type { LiveRecords } from "../api/records.ts";
import { hostNameOf } from "../resources/domain.ts";
import { ID_FIELDS, KINDS, SECTIONS, type KindName } from "../resources/kind.ts";
import { oncePerObject } from "../resources/once-per-object.ts";
import { tableOf } from "../api/table-of.ts";
import {
  isAnswered,
  wasNotFound,
  type AttemptLog,
  type Records,
  idOf,
  isInDoubt,
  mayHaveEffect,
  wasCreated,
} from "./attempts.ts";
import type { Observer } from "./observe.ts";
import type { LoopRun } from "./loop-run.ts";
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
import { nameOf, projectNameOf, type RemainingPlan, type Step } from "./step.ts";
import { isOthers } from "../resources/owner.ts";

/*
 * One object in the lists of a snapshot. What an answer or a read by id showed of it is put there if a list does not show it yet.
 */

export interface Parent {
  readonly kind: KindName;
  readonly organizationId: string;
  /** The id of its project. */
  readonly projectId: string;
}

type AnyRecord = LiveRecords[KindName];

export function parentOf({ approved: { kind, organizationId }, projectId = "" }: AttemptLog): Parent {
  return { kind, organizationId, projectId };
}

export function listOf({ kind, organizationId, projectId }: Parent): Part {
  return kind === "project" ? projectsPart(organizationId) : { of: SECTIONS[kind], key: projectId };
}

/** The lists of a project that could not be read: what is in a new project may not be found at once. */
export function unreadInside({ approved, projectId = "" }: AttemptLog, { unread }: Pick<Observer, "unread">): Part[] {
  if (approved.kind !== "project") return [];
  return listsIn(projectId).filter((part) => unread.has(partName(part)));
}

/** The record that a list shows of an object. `undefined` if it shows none, or was not read. */
export function recordIn(snapshot: Snapshot, parent: Parent, id: string): AnyRecord | undefined {
  return indexOf[parent.kind](recordsIn(snapshot, parent)).get(nameIn(parent.kind, id));
}

/**
 * Puts a record into its list, in the place of the one that the list shows. Without a record, removes that one: a read by id says that
 * the object is gone. A list that was not read stays so: one record is no list.
 */
export function putRecord(observer: Observer, parent: Parent, id: string, record: object | undefined): void {
  const { snapshot } = observer;
  const list = listOf(parent);
  const reading = readingOf(snapshot, list);
  const isListed = recordIn(snapshot, parent, id) !== undefined;
  if (reading === undefined || (record === undefined && !isListed)) return;
  const put = (live: object): object[] =>
    record === undefined ? [] : [{ ...keysOf(live), ...record, [ID_FIELDS[parent.kind]]: id }];
  const named = nameIn(parent.kind, id);
  const records = recordsIn(snapshot, parent).flatMap((live) =>
    nameIn(parent.kind, String(live[ID_FIELDS[parent.kind]])) === named ? put(live) : [live],
  );
  const changed = isListed ? records : [...records, ...put({})];
  const { unparseable = [] } = valueOf(snapshot.projects.get(list.key)) ?? {};
  observer.take(list, parent.kind === "project" ? { records: changed, unparseable } : changed, reading.at);
}

/** Fields that name an object: a read by id may leave them out. */
function keysOf(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => KEYS.has(name)));
}

const KEYS: ReadonlySet<string> = new Set(["slug", "organization_id", "component_slug", "component_id"]);

function recordsIn(snapshot: Snapshot, { kind, organizationId, projectId }: Parent): readonly AnyRecord[] {
  if (kind === "project") return valueOf(snapshot.projects.get(organizationId))?.records ?? [];
  return valueOf<readonly AnyRecord[]>(snapshot[SECTIONS[kind]].get(projectId)) ?? [];
}

/** What an object is looked up by. A domain's id is its host name, also if its record has an id of its own. */
function nameIn(kind: KindName, id: string): string {
  return kind === "domain" ? hostNameOf({ name: id }) : id;
}

/** The records of a list by name. The first one counts. */
const indexOf = tableOf<Record<KindName, (records: readonly AnyRecord[]) => ReadonlyMap<string, AnyRecord>>>(
  KINDS.map((kind) => {
    const named = (record: AnyRecord) => [nameIn(kind, String(record[ID_FIELDS[kind]])), record] as const;
    return [kind, oncePerObject((records: readonly AnyRecord[]) => new Map(records.map(named).toReversed()))];
  }),
);

/** The object of a step as it was read: in a list, and by its id. */
export function recordsOf({ approved, projectId = "" }: AttemptLog, snapshot: Snapshot): Records {
  const { kind, id = "" } = approved;
  const single = valueOf(singleIn(snapshot, singlePart(kind, projectId, id)));
  return { listed: recordIn(snapshot, { ...approved, projectId }, id), single };
}

/**
 * The step that is left of an approved one. A deletion is left while its list shows the object: whatever else the plan says, its key may change
 * with what is beside it. A list may lag: after a deletion without an answer, and for a single object, only a read by id says that the
 * object is gone.
 */
export function leftOf(
  log: AttemptLog,
  { steps }: RemainingPlan,
  { observer: { snapshot }, logs, singleObject }: Pick<LoopRun, "logs" | "observer" | "singleObject">,
): Step | undefined {
  const { approved, results, projectId = "" } = log;
  const { action, id, kind } = approved;
  if (action !== "delete" || id === undefined) return steps.get(nameOf(approved));
  const place = { ...approved, projectId };
  const project = logs.get(projectNameOf(approved));
  const isProjectThere = recordIn(snapshot, { ...place, kind: "project" }, projectId) !== undefined;
  if (kind !== "project" && isAnswered(project, "delete") && !isProjectThere) return undefined;
  const isGone = saysGone(singleIn(snapshot, singlePart(kind, projectId, id)));
  const sent = results.get("delete")?.answer;
  const isListed = recordIn(snapshot, place, id) !== undefined;
  if (wasNotFound(log) && isListed) return approved;
  const isUnsent = sent === undefined || sent === "not sent";
  const isNeverSent = isUnsent && singleObject === undefined && readingOf(snapshot, listOf(place)) !== undefined;
  const isListBelieved = sent === "answered" || isNeverSent;
  // A read by id alone is no proof of what this run did not do.
  const isDone = isListed ? isGone && !isUnsent : isGone || isListBelieved;
  return isDone ? undefined : approved;
}

/*
 * Reads of single objects by their ids, which decide where a list may be old.
 */

/**
 * A list may be older than the write, and than the plan: what it shows of a request that is in doubt, and of an object that somebody
 * else seems to have written, is compared with a read by id. That may lag too: what was to be created, and only its list shows, is not
 * sent.
 */
export async function replanById(logs: readonly AttemptLog[], run: LoopRun): Promise<RemainingPlan | undefined> {
  const remaining = await run.replan();
  if (remaining === undefined) return undefined;
  for (const log of run.disputed) if (log.approved.action === "create") run.disputed.delete(log);
  const all = [...run.logs.values()];
  const ofOthers = all.filter((log) => isDoneByOthers(log, remaining, run));
  for (const log of ofOthers)
    if (log.approved.kind !== "project") log.projectId ??= remaining.ids.get(projectNameOf(log.approved));
  // An update shows in its list, unless that is late: until the window is over, a read by id may show an older value that is as declared.
  const isDecided = (log: AttemptLog): boolean => isInDoubt(log) && log.approved.action !== "update";
  const doubtful = new Set([...logs.filter(isDecided), ...all.filter((log) => mayBeDeleted(log, run)), ...ofOthers]);
  if (doubtful.size === 0) return remaining;
  // The list may show it for the first time.
  const idIn = (log: AttemptLog): string | undefined => idOf(log) ?? remaining.ids.get(nameOf(log.approved));
  const listed = new Map([...doubtful].map((log) => [log, listedIn(log, run, idIn(log))]));
  await run.reads(async () => {
    await run.observer.read([...doubtful].flatMap((log) => partsOf(log, idIn(log))));
    for (const log of doubtful) takeById(log, run, idIn(log));
  });
  const decided = await run.replan();
  // What the service has refused shows where it is.
  const disputed = ofOthers.filter(
    ({ approved, results }) =>
      decided?.steps.get(nameOf(approved))?.action === "create" &&
      [...results.values()].every(({ answer }) => answer === "not sent"),
  );
  if (disputed.length === 0) return decided;
  for (const log of disputed) {
    run.disputed.add(log);
    log.skipped = { message: DISPUTED };
    putRecord(run.observer, parentOf(log), idIn(log) ?? "", listed.get(log));
  }
  return run.replan();
}

/** Why nothing is sent of what cannot be told. */
export const DISPUTED =
  "Its list and a read by its id do not agree about whether it is there, so it is left as it is. Run this again.";

function listedIn(log: AttemptLog, { observer }: LoopRun, id = ""): object | undefined {
  return recordIn(observer.snapshot, parentOf(log), id);
}

/** The run did nothing for the object, and nothing is left to do, or what it was to create is there. */
function isDoneByOthers(log: AttemptLog, remaining: RemainingPlan, run: LoopRun): boolean {
  const name = nameOf(log.approved);
  const isFound = log.approved.action === "create" && remaining.ids.has(name);
  return !mayHaveEffect(log) && (isFound || isShown(log, remaining, run)) && !remaining.blockers.has(name);
}

/** A deletion that was refused, of an object that its list does not show: the list may lag. */
function mayBeDeleted(log: AttemptLog, { observer: { snapshot } }: LoopRun): boolean {
  const { approved, results } = log;
  const isRefused = results.get("delete")?.answer === "refused";
  return isRefused && recordIn(snapshot, parentOf(log), approved.id ?? "") === undefined;
}

/** True if nothing is left of what was approved. A plan says nothing of an object that is blocked. */
export function isShown(log: AttemptLog, remaining: RemainingPlan, run: LoopRun): boolean {
  return !remaining.blockers.has(nameOf(log.approved)) && leftOf(log, remaining, run) === undefined;
}

export function partsById(log: AttemptLog): SinglePart[] {
  return partsOf(log, idOf(log));
}

function partsOf({ approved: { kind }, projectId }: AttemptLog, id: string | undefined): SinglePart[] {
  const isAddressed = id !== undefined && (kind === "project" || projectId !== undefined);
  return isAddressed ? [singlePart(kind, projectId ?? "", id)] : [];
}

/** A read by id decides what the lists did not show. */
export function takeById(log: AttemptLog, { observer, gate }: LoopRun, id = idOf(log)): void {
  const [part] = partsOf(log, id);
  if (part === undefined || id === undefined || observer.unread.has(partName(part))) return;
  if (wasNotFound(log)) return;
  // Before the window is over, an answered create that is not found is late.
  const isLate = wasCreated(log) && gate.signal.aborted && saysGone(singleIn(observer.snapshot, part));
  if (!isLate) takeSingle(observer, parentOf(log), id);
}

/** The record that was read by its id stands for the one in its list. */
export function takeSingle(observer: Observer, parent: Parent, id: string): void {
  const reading = singleIn(observer.snapshot, singlePart(parent.kind, parent.projectId, id));
  if (reading === undefined || "error" in reading) return;
  if (isHere(reading.value, parent, id)) putRecord(observer, parent, id, reading.value);
}

/** Some services show an object in any project, or a host name in another form. */
function isHere(record: { readonly name?: unknown } = {}, { kind, projectId }: Parent, id: string): boolean {
  const { name } = record;
  const isNamed = kind !== "domain" || typeof name !== "string" || nameIn(kind, name) === nameIn(kind, id);
  return isNamed && (kind === "project" || !isOthers(kind, record, projectId));
}
