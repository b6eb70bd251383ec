import { isNotFound } from "../api/errors.ts";
import { hasSlug } from "../resources/project-identity.ts";
import type { LoopRun } from "./loop-run.ts";
import { mayStillCome } from "./may-still-come.ts";
import { poll } from "./poll.ts";
import {
  leftOf,
  listOf,
  parentOf,
  putRecord,
  recordIn,
  unreadInside,
  isShown,
  replanById,
  partsById,
  takeById,
  takeSingle,
} from "./read-by-id.ts";
import { isAnswered, isContinuation, wasCreated, type AttemptLog } from "./attempts.ts";
import { partName, projectsPart, valueOf, type Part } from "./snapshot.ts";
import { nameOf, projectNameOf, type RemainingPlan } from "./step.ts";
import { ageOf } from "./freshness.ts";
import { isRenamed } from "./parent-projects.ts";
import { FRESH } from "../api/retry.ts";

/**
 * Milliseconds for which a list may not show a write. No document says how long lists lag: this is what projectsync
 * assumes (docs/internals/decisions/0001-settle-window.md).
 */
export const SETTLE_WINDOW = 10_000;

/* After its writes, a run reads until nothing is left that may still come. */

export interface SettleResult {
  readonly remaining: RemainingPlan;
  /** Objects that an answer or a read by id shows, and the lists do not, even after the settle window. */
  readonly late: ReadonlySet<AttemptLog>;
}

/** One time that all is read again. */
interface ReadRound {
  /** Objects whose writes were sent and may still show. */
  readonly open: readonly AttemptLog[];
  /** Answered creates that their lists do not show. */
  readonly unlisted: ReadonlySet<AttemptLog>;
  /** `undefined` before the first round that was complete. */
  readonly remaining?: RemainingPlan | undefined;
}

/**
 * Reads what was touched until nothing is left that may still come, at most for the settle window. What the lists do not show by then is
 * read by its id. Returns `undefined` if nothing can be read any more.
 */
export async function settle(touched: readonly AttemptLog[], run: LoopRun): Promise<SettleResult | undefined> {
  const start: ReadRound = { open: touched.filter(wasSent), unlisted: new Set() };
  const { last } = await poll<ReadRound>(
    run.client,
    // Reads may be slow: those that began when the window was over say all.
    { until: run.client.now() + SETTLE_WINDOW, reason: () => "for the service to show what was written" },
    (before) => readRound(before ?? start, before === undefined, run),
    ({ open }) => open.length === 0 || run.gate.signal.aborted,
  );
  if (last.open.length === 0 && last.remaining !== undefined) return { remaining: last.remaining, late: new Set() };
  return settleById(last, run);
}

async function readRound(before: ReadRound, isFirst: boolean, run: LoopRun): Promise<ReadRound> {
  const { open } = before;
  const { observer } = run;
  const sent = sentIn(run);
  const isRead = await run.reads(async () => {
    const lists = open.flatMap((log) => [...listsOf(log, run), ...unreadInside(log, observer)]);
    // Once: whether somebody has renamed or deleted the project of an object meanwhile.
    if (isFirst && run.singleObject === undefined) lists.push(...open.map(projectsOf));
    await observer.read(lists);
    // The plan reads them again, if their lists leave out what is declared.
    observer.forget(open.flatMap(partsById));
    // All that failed: below a new project, nothing is found at first.
    observer.forgetOlder(0);
    await readDoubtfulProjects(open, sent, run);
  });
  if (!isRead) return before;
  const unlisted = new Set(sent.filter((log) => isUnlisted(log, run)));
  for (const log of unlisted) takeAnswer(log, run);
  const remaining = await replanById(open, run);
  if (remaining === undefined) return { ...before, unlisted };
  for (const log of sent) {
    noteId(log, remaining, run);
    const isListed = listsOf(log, run).every((part) => !observer.unread.has(partName(part)));
    if (isListed && !remaining.blockers.has(nameOf(log.approved)))
      log.seen = { left: unlisted.has(log) ? log.approved : leftOf(log, remaining, run) };
  }
  // A list that goes back in time hides again what it showed: so all that was sent, not only what is open.
  const mayCome = sent.filter((log) => unlisted.has(log) || mayStillCome(log, remaining, run));
  return { open: mayCome, unlisted, remaining };
}

/** Reads by its id what the lists did not show within the settle window. */
async function settleById({ open, unlisted, remaining }: ReadRound, run: LoopRun): Promise<SettleResult | undefined> {
  // A round that was cut short may have read lists that do not show it.
  const wasUnlisted = new Set([...unlisted, ...sentIn(run).filter((log) => isUnlisted(log, run))]);
  // Its project is not planned, so the list alone says that it is there: a read by id may be late.
  const isListedInBlocked = (log: AttemptLog): boolean =>
    remaining?.blockers.has(nameOf(log.approved)) === true && !wasUnlisted.has(log);
  const wasLeft = new Set(open.filter((log) => remaining !== undefined && leftOf(log, remaining, run) !== undefined));
  await run.reads(async () => {
    await run.observer.read(open.flatMap(partsById));
    for (const log of open) if (!isListedInBlocked(log)) takeById(log, run);
  });
  const last = (await run.replan()) ?? remaining;
  if (last === undefined) return undefined;
  const isLate = (log: AttemptLog): boolean =>
    !run.observer.unread.has(partName(listOf(parentOf(log)))) &&
    ((wasUnlisted.has(log) && !isUnlisted(log, run)) || (wasLeft.has(log) && isShown(log, last, run)));
  return { remaining: last, late: new Set(open.filter(isLate)) };
}

/**
 * A list of projects may lag, and go back in time: a project that it does not show as it was is read by its id. So is the project that a
 * host name has moved to: a move may take minutes, and a new project was not read before.
 */
async function readDoubtfulProjects(
  open: readonly AttemptLog[],
  sent: readonly AttemptLog[],
  run: LoopRun,
): Promise<void> {
  const { observer, created } = run;
  const { project } = observer.snapshot;
  const partOf = ({ projectId = "" }: AttemptLog): Part => ({ of: "project", key: projectId });
  const isOld = (log: AttemptLog): boolean => log.approved.action === "move" && ageOf(partOf(log), run) > FRESH;
  const wasRenamed = ({ approved, projectId = "" }: AttemptLog): boolean => {
    const live = valueOf(project.get(projectId));
    return live !== undefined && isRenamed(live, approved.slugs);
  };
  const doubtful = [
    ...open.filter((log) => isOld(log) || mayHaveLostProject(log, run)),
    // The list may show again the slug that it had before.
    ...sent.filter(wasRenamed),
  ];
  await observer.read(doubtful.map(partOf));
  for (const log of doubtful) {
    const { approved, projectId = "" } = log;
    // A new project that its list does not show is late. Only a new slug says more than the list.
    if (created.has(approved.project) && !wasRenamed(log)) continue;
    takeSingle(observer, { ...approved, kind: "project", projectId }, projectId);
  }
}

/** The list does not show an object's project by its slug, or what is in it is not found. */
function mayHaveLostProject({ approved, projectId }: AttemptLog, { observer, logs, created }: LoopRun): boolean {
  if (approved.kind === "project" || projectId === undefined) return false;
  // A list that does not show a new project is late, and the run says so.
  if (created.has(approved.project)) return false;
  if (logs.get(projectNameOf(approved))?.approved.action === "delete") return false;
  const place = { ...approved, projectId };
  const isRead = valueOf(observer.snapshot.projects.get(approved.organizationId)) !== undefined;
  const live = recordIn(observer.snapshot, { ...place, kind: "project" }, projectId);
  const isListed = live !== undefined && approved.slugs.some((slug) => hasSlug({ slug: live["slug"] }, slug));
  return (isRead && !isListed) || isNotFound(observer.unread.get(partName(listOf(place))));
}

function sentIn({ logs }: LoopRun): AttemptLog[] {
  return [...logs.values()].filter(wasSent);
}

/** A request that was not sent shows nowhere. */
function wasSent({ results }: AttemptLog): boolean {
  return [...results.values()].some(({ answer }) => answer !== "not sent");
}

/** An answer without an id: the plan found the object by its key. */
function noteId(log: AttemptLog, { ids, steps }: RemainingPlan, { created }: LoopRun): void {
  const { approved } = log;
  const id = ids.get(nameOf(approved));
  const left = steps.get(nameOf(approved));
  if (id === undefined || (left !== undefined && !isContinuation(log, left))) return;
  // Another object may have its key by now.
  log.id ??= approved.id ?? id;
  if (approved.kind !== "project") return;
  log.projectId ??= id;
  if (isAnswered(log, "create")) created.set(approved.project, log.id);
}

function projectsOf({ approved }: AttemptLog): Part {
  return projectsPart(approved.organizationId);
}

/** The lists that show what became of a write. The lists of a project that was deleted are gone with it. */
export function listsOf(log: AttemptLog, { logs }: Pick<LoopRun, "logs">): Part[] {
  const { approved, projectId } = log;
  if (isAnswered(logs.get(projectNameOf(approved)), "delete")) return [projectsOf(log)];
  const { from } = approved;
  const own = projectId === undefined && approved.kind !== "project" ? [] : [listOf(parentOf(log))];
  // The project that a host name leaves may be deleted by now.
  if (from === undefined) return own;
  const isGone = [...logs.values()].some(
    (other) => other.approved.kind === "project" && other.approved.id === from.projectId && isAnswered(other, "delete"),
  );
  return isGone ? own : [...own, { of: "domains", key: from.projectId }];
}

/** An answered create or move that its list does not show yet. */
function isUnlisted(log: AttemptLog, { observer }: LoopRun): boolean {
  const { id } = log;
  return id !== undefined && wasCreated(log) && recordIn(observer.snapshot, parentOf(log), id) === undefined;
}

/** An answered create is there, although its list does not show it yet: if the list shows another object of its key, there are two. */
function takeAnswer(log: AttemptLog, { observer }: LoopRun): void {
  const { approved, lastSent = approved, id = "" } = log;
  const settings = isAnswered(log, "settings") ? approved.settings : {};
  putRecord(observer, parentOf(log), id, { ...lastSent.body, ...settings });
}
