import { isOthers } from "../resources/owner.ts";
import { idOf, isInDoubt, mayHaveEffect, wasCreated, wasNotFound, type Entry } from "./ledger.ts";
import { leftOf, placeOf, putRecord, recordIn, type Place } from "./listed.ts";
import type { Observer } from "./observe.ts";
import type { Run } from "./run.ts";
import { partName, saysGone, singleIn, singlePart, type SinglePart } from "./snapshot.ts";
import { nameOf, projectNameOf, type Stand } from "./step.ts";

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
