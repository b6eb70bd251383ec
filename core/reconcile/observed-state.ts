import { hasSlug, isForeign } from "../resources/project-identity.ts";
import { isRenamed } from "./parent-projects.ts";
import { idOf, isInDoubt, isContinuation, mayHaveEffect, wasNotFound, type AttemptLog } from "./attempts.ts";
import { leftOf, listOf, parentOf, recordIn } from "./read-by-id.ts";
import type { ReconcileResult } from "./reconcile.ts";
import { isListed } from "./send-create.ts";
import { isNotAwaited, isPending } from "./may-still-come.ts";
import { listsOf } from "./settle.ts";
import { partName, saysGone, singleIn, singlePart, valueOf, type SinglePart } from "./snapshot.ts";
import { nameOf, projectNameOf, type Blocker, type Step } from "./step.ts";

/** An object that was written, as the last plan shows it: one of these decides, with the answer, its outcome (object-outcome.ts). */
export type ObservedState =
  /** It, or its project, was renamed or deleted, or there are two of its project. */
  | { readonly is: "displaced"; readonly error: Error }
  /** There are two of it. */
  | { readonly is: "doubled"; readonly error: Error }
  /**
   * Or the settle window was cut short. `isFound`: a list shows it, and what is declared of it could not be compared. `isSeen`: a read shows
   * it, and its project is blocked.
   */
  | {
      readonly is: "unread";
      readonly error: Error;
      readonly isFound?: boolean;
      readonly isSeen?: boolean | undefined;
    }
  | { readonly is: "as declared" }
  | { readonly is: "something new"; readonly left: Step }
  | { readonly is: "still left"; readonly left: Step };

/** The object, or its project, was renamed or deleted after the write, or the write made a duplicate. */
export class DisplacedError extends Error {
  override readonly name = "DisplacedError";
}

/** Says what the last plan shows of an object. */
export function observedState(log: AttemptLog, run: ReconcileResult): ObservedState {
  const { approved } = log;
  const { remaining, closed, unsettled } = run;
  if (unsettled.has(log)) return { is: "unread", error: new Error(closed ?? "The service was not read again.") };
  const displacement = displacementOf(log, run);
  if (displacement !== undefined) return { is: "displaced", error: new DisplacedError(displacement) };
  const own = remaining.blockers.get(nameOf(approved));
  const ofProject = remaining.blockers.get(projectNameOf(approved));
  // The obstacle of a component or a domain there says only that its project is blocked. Without one, only the project's slug is.
  const blocked = own && (ofProject ?? own);
  // A deletion is judged by its list alone.
  const blocker = approved.action === "delete" ? undefined : blocked;
  if (blocker?.isDoubled === true) {
    const isOwn = approved.kind === "project" || blocker !== ofProject;
    return { is: isOwn ? "doubled" : "displaced", error: new DisplacedError(blocker.error.message) };
  }
  // A plan that would create it again may be blocked: that says nothing of the update.
  if (blocker !== undefined && approved.action === "update" && isGone(log, run))
    return { is: "something new", left: { ...approved, action: "create" } };
  const isSeen = blocker !== undefined && blocker === ofProject ? isThere(log, blocker, run) : undefined;
  if (isSeen === false) return { is: "still left", left: approved };
  const unread = blocker?.error ?? whyUnread(log, run);
  const isFound = blocker?.isUnread === false && remaining.ids.has(nameOf(approved));
  // A read that fails takes nothing back of what others have shown. That they did not show it yet says nothing: lists may lag.
  const wasShown = log.seen !== undefined && log.seen.left === undefined;
  const isDecided = wasShown && isSeen === undefined && blocker?.isUnread !== false;
  if (unread !== undefined && !isDecided) return { is: "unread", error: unread, isFound, isSeen };
  const left = leftOf(log, remaining, run);
  if (left === undefined && !mayHaveEffect(log) && !isReadById(log, run))
    return {
      is: "unread",
      error: new Error(closed ?? "Not confirmed: only a list shows it, and lists may be stale."),
    };
  if (left === undefined) return { is: "as declared" };
  if (closed !== undefined && isPending(log, left)) return { is: "unread", error: new Error(closed) };
  return { is: isContinuation(log, left) ? "still left" : "something new", left };
}

/** True if a read shows what was sent, although its project is blocked by now. `undefined` if that cannot be told. */
function isThere(log: AttemptLog, { mayPass }: Blocker, run: ReconcileResult): boolean | undefined {
  const { observer, late } = run;
  const { approved, projectId = "", known = new Set() } = log;
  if (late.has(log)) return undefined;
  const id = idOf(log);
  const isListRead = !observer.unread.has(partName(listOf(parentOf(log))));
  // Where nothing was waited for, the list may be older than the write.
  const isAbsent = isListRead && mayPass ? false : undefined;
  if (id === undefined) return isListed(approved, { projectId, known }, observer.snapshot) ? undefined : isAbsent;
  if (isListRead && recordIn(observer.snapshot, parentOf(log), id) !== undefined) return true;
  return isReadById(log, run) ? !isGone(log, run) : isAbsent;
}

/** The reason why neither its list nor a read by its id shows an object. `undefined` if one does. */
function whyUnread(log: AttemptLog, run: ReconcileResult): Error | undefined {
  const { observer, closed } = run;
  const parent = parentOf(log);
  const failure = observer.unread.get(partName(listOf(parent)));
  const left = leftOf(log, run.remaining, run);
  // Where its list was refused, it was not waited for: what the read by its id does not show may be late.
  const isLate = isNotAwaited(log, run) && left !== undefined && isPending(log, left);
  if (isReadById(log, run) && !isLate) return undefined;
  // A list that is read before the settle window is over may be older than the write.
  const byId = isInDoubt(log) && closed !== undefined ? observer.unread.get(partName(singleOf(log, run))) : undefined;
  const own = byId ?? (isLate && closed !== undefined ? new Error(closed) : failure);
  // Its list may be older than the deletion of its project: then the list of projects says whether it is gone.
  const isListed = recordIn(observer.snapshot, parent, idOf(log) ?? "") !== undefined;
  const [list = listOf(parent)] = listsOf(log, run);
  return own ?? (isListed ? observer.unread.get(partName(list)) : undefined);
}

/** True if a read by its id says what became of an object. Of one that its deletion did not find, only its list does. */
export function isReadById(log: AttemptLog, run: ReconcileResult): boolean {
  if (wasNotFound(log)) return false;
  const { snapshot, unread } = run.observer;
  const part = singleOf(log, run);
  const single = singleIn(snapshot, part);
  return single !== undefined && "value" in single && !unread.has(partName(part));
}

/** True if the service says that an object is gone, and no list shows it. */
function isGone(log: AttemptLog, run: ReconcileResult): boolean {
  const { snapshot } = run.observer;
  const isListed = recordIn(snapshot, parentOf(log), idOf(log) ?? "") !== undefined;
  return !isListed && saysGone(singleIn(snapshot, singleOf(log, run)));
}

function singleOf(log: AttemptLog, { remaining }: ReconcileResult): SinglePart {
  const { approved, projectId = "" } = log;
  return singlePart(approved.kind, projectId, idOf(log) ?? remaining.ids.get(nameOf(approved)) ?? "");
}

/** Says what became of the object's project, or of the object itself, if it is not where the run wrote it. `undefined` if it is. */
function displacementOf(log: AttemptLog, run: ReconcileResult): string | undefined {
  const { approved, projectId } = log;
  const { ids, blockers } = run.remaining;
  const name = projectNameOf(approved);
  if (projectId === undefined || ids.get(name) === projectId || isProjectDeleted(log, run)) return undefined;
  // A new project that nothing shows may be late, and a blocked one is not compared: then only a read by its id says more.
  const isNew = approved.kind === "project" && approved.action === "create" && !ids.has(name);
  const isSeen = isSeenDisplaced(log, run);
  if ((isNew || blockers.has(name)) && !isSeen) return undefined;
  const what = approved.kind === "project" ? `The project ${projectId}` : `It was sent to project ${projectId}, which`;
  // A host name that was in a project is detached with it.
  const isGone = isSeen && valueOf(run.observer.snapshot.project.get(projectId)) === undefined;
  const lost = isGone && approved.from !== undefined ? ` ${approved.from.name} may be attached to no project now.` : "";
  return `${what} ${describeDisplaced(projectId, approved, run.observer)}.${lost} Run plan, and check the project.`;
}

/** This run was to delete the project, or the object is in one that it may have deleted. */
function isProjectDeleted({ approved }: AttemptLog, { logs }: ReconcileResult): boolean {
  const project = logs.get(projectNameOf(approved));
  return project?.approved.action === "delete" && (project.approved === approved || mayHaveEffect(project));
}

/** A read by its id shows that the project was deleted or renamed, or is another organization's. */
function isSeenDisplaced({ approved, projectId = "" }: AttemptLog, { observer, logs }: ReconcileResult): boolean {
  const single = observer.snapshot.project.get(projectId);
  const live = valueOf(single);
  if (live !== undefined) return isForeign(live, approved.organizationId) || isRenamed(live, approved.slugs);
  // One that this run creates may be late.
  return saysGone(single) && logs.get(projectNameOf(approved))?.approved.action !== "create";
}

function describeDisplaced(
  projectId: string,
  { organizationId, slugs }: Step,
  { snapshot }: ReconcileResult["observer"],
): string {
  const single = snapshot.project.get(projectId);
  const listed = valueOf(snapshot.projects.get(organizationId))?.records.find(({ id }) => id === projectId);
  const live = listed ?? valueOf(single);
  if (live === undefined) return single === undefined ? "is not listed any more" : "is not found by its id";
  return slugs.some((slug) => hasSlug(live, slug))
    ? "is not the declared project any more"
    : `was renamed to ${live.slug} meanwhile`;
}
