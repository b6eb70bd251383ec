import { isConflict, isNotFound, isTransient, RefusedError } from "../api/errors.ts";
import { sameJson } from "../resources/canonical.ts";
import { hasSlug } from "../resources/project-identity.ts";
import { READ_DELAYS, SETTLE_WINDOW, type Run, paused } from "./run.ts";
import {
  leftOf,
  listOf,
  placeOf,
  putRecord,
  recordIn,
  unreadInside,
  isShown,
  lookById,
  partsById,
  takeById,
  takeSingle,
} from "./listed.ts";
import { isAnswered, isInDoubt, isRest, mayHaveEffect, requestFor, wasCreated, type Entry } from "./ledger.ts";
import { partName, projectsPart, saysGone, singleIn, valueOf, type Part } from "./snapshot.ts";
import { nameOf, projectNameOf, type Stand, type Step } from "./step.ts";
import { ageOf, FRESH, isRenamed } from "./fresh.ts";

/*
 * The only wait for state: after its writes, a run reads until nothing is left that may still come. A request that may be refused for a
 * moment is repeated elsewhere (send-step.ts, move.ts), and host names that become ready are waited for in ../resources/await-domains.ts.
 */

/** What a run finds after its writes. */
export interface Settled {
  /** What is left. */
  readonly stand: Stand;
  /** What the lists did not show as it is within the settle window, although an answer or a read by id did. */
  readonly late: ReadonlySet<Entry>;
}

/**
 * Reads what was touched until nothing is left that may still come, at most for the settle window. The only wait for state. What the
 * lists do not show by then is read by its id. Returns `undefined` if nothing can be read any more.
 */
export async function settle(touched: readonly Entry[], run: Run): Promise<Settled | undefined> {
  const sent = [...run.entries.values()].filter(wasSent);
  const isOpen = (entry: Entry, left: Stand): boolean => unlisted.has(entry) || mayStillCome(entry, left, run);
  let open: readonly Entry[] = touched.filter(wasSent);
  let unlisted: ReadonlySet<Entry> = new Set();
  let stand: Stand | undefined;
  const until = run.client.now() + SETTLE_WINDOW;
  let began = Number.NEGATIVE_INFINITY;
  for (const delay of READ_DELAYS) {
    // Reads may be slow: those that began when the window was over say all.
    if (began >= until) break;
    if (delay > 0 && !(await paused(run.client, delay, "for the service to show what was written"))) break;
    began = run.client.now();
    const lists = open.flatMap((entry) => [...listsOf(entry, run), ...unreadInside(entry, run.observer)]);
    // Once: whether somebody has renamed or deleted the project of an object meanwhile.
    if (delay === 0 && run.alone === undefined) lists.push(...open.map(projectsOf));
    if (!(await run.reads(() => run.observer.read(lists)))) break;
    // The plan reads them again, if their lists leave out what is declared.
    run.observer.forget(open.flatMap(partsById));
    // All that failed: below a new project, nothing is found at first.
    run.observer.forgetOlder(0);
    if (!(await run.reads(() => lookForProjects(open, sent, run)))) break;
    unlisted = new Set(sent.filter((entry) => isUnlisted(entry, run)));
    for (const entry of unlisted) takeAnswer(entry, run);
    const left = await lookById(open, run);
    if (left === undefined) break;
    stand = left;
    for (const entry of sent) noteId(entry, left, run);
    // A list that goes back in time hides again what it showed: so all that was sent, not only what is open.
    open = sent.filter((entry) => isOpen(entry, left));
    if (open.length === 0 || run.gate.signal.aborted) break;
  }
  if (open.length === 0 && stand !== undefined) return { stand, late: new Set() };
  // A round that was cut short may have read lists that do not show it.
  unlisted = new Set([...unlisted, ...sent.filter((entry) => isUnlisted(entry, run))]);
  await run.reads(async () => {
    await run.observer.read(open.flatMap(partsById));
    for (const entry of open) takeById(entry, run);
  });
  const last = (await run.look()) ?? stand;
  if (last === undefined) return undefined;
  const isLate = (entry: Entry): boolean =>
    !run.observer.unread.has(partName(listOf(placeOf(entry)))) &&
    ((unlisted.has(entry) && !isUnlisted(entry, run)) || (stand !== undefined && isShown(entry, last, run)));
  return { stand: last, late: new Set(open.filter(isLate)) };
}

/**
 * A list of projects may lag, and go back in time: a project that it does not show as it was is read by its id. So is the project that a
 * host name has moved to: a move may take minutes, and a new project was not read before.
 */
async function lookForProjects(open: readonly Entry[], sent: readonly Entry[], run: Run): Promise<void> {
  const { observer, created } = run;
  const { project } = observer.snapshot;
  const partOf = ({ projectId = "" }: Entry): Part => ({ of: "project", key: projectId });
  const isOld = (entry: Entry): boolean => entry.approved.action === "move" && ageOf(partOf(entry), run) > FRESH;
  const wasRenamed = ({ approved, projectId = "" }: Entry): boolean => {
    const live = valueOf(project.get(projectId));
    return live !== undefined && isRenamed(live, approved.slugs);
  };
  const doubtful = [
    ...open.filter((entry) => isOld(entry) || mayHaveLostProject(entry, run)),
    // The list may show again the slug that it had before.
    ...sent.filter(wasRenamed),
  ];
  await observer.read(doubtful.map(partOf));
  for (const entry of doubtful) {
    const { approved, projectId = "" } = entry;
    // A new project that its list does not show is late. Only a new slug says more than the list.
    if (created.has(approved.project) && !wasRenamed(entry)) continue;
    takeSingle(observer, { ...approved, kind: "project", projectId }, projectId);
  }
}

/** The list does not show an object's project by its slug, or what is in it is not found. */
function mayHaveLostProject({ approved, projectId }: Entry, { observer, entries, created }: Run): boolean {
  if (approved.kind === "project" || projectId === undefined) return false;
  // A list that does not show a new project is late, and the run says so.
  if (created.has(approved.project)) return false;
  if (entries.get(projectNameOf(approved))?.approved.action === "delete") return false;
  const place = { ...approved, projectId };
  const listed = valueOf(observer.snapshot.projects.get(approved.organizationId))?.records;
  const isListed = listed?.some((live) => live.id === projectId && approved.slugs.some((slug) => hasSlug(live, slug)));
  return isListed === false || isNotFound(observer.unread.get(partName(listOf(place))));
}

/** A request that was not sent shows nowhere. */
function wasSent({ answers }: Entry): boolean {
  return [...answers.values()].some(({ became }) => became !== "not sent");
}

/** An answer without an id: the plan found the object by its key. */
function noteId(entry: Entry, { ids, steps }: Stand, { created }: Run): void {
  const { approved } = entry;
  const id = ids.get(nameOf(approved));
  const left = steps.get(nameOf(approved));
  if (id === undefined || (left !== undefined && !isRest(entry, left))) return;
  // Another object may have its key by now.
  entry.id ??= approved.id ?? id;
  if (approved.kind !== "project") return;
  entry.projectId ??= id;
  if (isAnswered(entry, "create")) created.set(approved.project, entry.id);
}

function projectsOf({ approved }: Entry): Part {
  return projectsPart(approved.organizationId);
}

/** The lists that show what became of a write. The lists of a project that was deleted are gone with it. */
export function listsOf(entry: Entry, { entries }: Pick<Run, "entries">): Part[] {
  const { approved, projectId } = entry;
  if (isAnswered(entries.get(projectNameOf(approved)), "delete")) return [projectsOf(entry)];
  const { from } = approved;
  const own = projectId === undefined && approved.kind !== "project" ? [] : [listOf(placeOf(entry))];
  // The project that a host name leaves may be deleted by now.
  const isGone = [...entries.values()].some(
    (other) =>
      other.approved.kind === "project" && other.approved.id === from?.projectId && isAnswered(other, "delete"),
  );
  return from === undefined || isGone ? own : [...own, { of: "domains", key: from.projectId }];
}

/** An answered create or move that its list does not show yet. */
function isUnlisted(entry: Entry, { observer }: Run): boolean {
  const { id } = entry;
  return id !== undefined && wasCreated(entry) && recordIn(observer.snapshot, placeOf(entry), id) === undefined;
}

/** An answered create is there, although its list does not show it yet: if the list shows another object of its key, there are two. */
function takeAnswer(entry: Entry, { observer }: Run): void {
  const { approved, sent = approved, id = "" } = entry;
  const settings = isAnswered(entry, "settings") ? approved.settings : {};
  putRecord(observer, placeOf(entry), id, { ...sent.body, ...settings });
}

/** Whether to read again, because what was sent may show then. A list that is refused is not waited for. */
function mayStillCome(entry: Entry, stand: Stand, run: Run): boolean {
  const { approved } = entry;
  const { observer } = run;
  if (!mayHaveEffect(entry) && !isTaken(entry)) return false;
  const left = leftOf(entry, stand, run);
  // It is gone by its id, or with its project: its list says no more.
  if (left === undefined && approved.action === "delete" && isInDoubt(entry)) return false;
  const failure = observer.unread.get(partName(listOf(placeOf(entry))));
  if (failure !== undefined) return !(failure instanceof RefusedError) || isTransient(failure) || isNotFound(failure);
  if (isInDoubt(entry) && partsById(entry).some((part) => observer.unread.has(partName(part)))) return true;
  const obstacle = stand.obstacles.get(nameOf(approved));
  // A deletion is judged by its list alone.
  if (obstacle !== undefined && approved.action !== "delete") return obstacle.mayPass;
  // A read by id does not find what was answered: that is late.
  if (wasCreated(entry) && partsById(entry).some((part) => saysGone(singleIn(observer.snapshot, part)))) return true;
  return left !== undefined && (isPending(entry, left) || isTaken(entry));
}

/** A host name is taken, perhaps by this very object: somebody else attached it, or a gateway repeated the request. */
function isTaken({ approved: { kind }, answers }: Entry): boolean {
  const create = answers.get("create");
  return kind === "domain" && create?.became === "refused" && isConflict(create.error);
}

/** Whether what is left may be a write that does not show yet. */
export function isPending(entry: Entry, left: Step): boolean {
  const sent = entry.answers.get(requestFor(entry, left));
  return (sent?.became === "answered" || sent?.became === "no answer") && !hasMoved(entry, left);
}

/** Another value than before the update shows: then the rest will not come. */
function hasMoved(entry: Entry, left: Step): boolean {
  const { sent } = entry;
  if (left.action !== "update" || sent?.action !== "update" || !isAnswered(entry, "update")) return false;
  const before = new Map(sent.changes.map(({ path, from }) => [path, from]));
  return left.changes.some(({ path, from }) => !sameJson(before.get(path), from));
}
