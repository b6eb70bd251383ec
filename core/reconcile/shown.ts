import { hasSlug, isForeign } from "../resources/project-identity.ts";
import { isRenamed } from "./fresh.ts";
import { idOf, isInDoubt, isRest, mayHaveEffect, wasNotFound, type Entry } from "./ledger.ts";
import { leftOf, listOf, placeOf, recordIn } from "./listed.ts";
import type { Reconciled } from "./reconcile.ts";
import { isPending, listsOf } from "./settle.ts";
import { partName, saysGone, singleIn, singlePart, valueOf, type SinglePart } from "./snapshot.ts";
import { nameOf, projectNameOf, type Step } from "./step.ts";

/** What the last plan shows of an object that was written: one of these decides, with the answer, what became of it (outcome.ts). */
export type Shown =
  /** It, or its project, was renamed or deleted, or there are two of its project. */
  | { readonly is: "displaced"; readonly error: Error }
  /** There are two of it. */
  | { readonly is: "doubled"; readonly error: Error }
  /** Or the settle window was cut short. `isFound`: a list shows it, and what is declared of it could not be compared. */
  | { readonly is: "unread"; readonly error: Error; readonly isFound: boolean }
  | { readonly is: "as declared" }
  | { readonly is: "something new"; readonly left: Step }
  | { readonly is: "still left"; readonly left: Step };

/** The object, or its project, was renamed or deleted after the write, or the write made a duplicate. */
export class DisplacedError extends Error {
  override readonly name = "DisplacedError";
}

/** Says what the last plan shows of an object. */
export function shownOf(entry: Entry, run: Reconciled): Shown {
  const { approved } = entry;
  const { stand, closed, unsettled } = run;
  if (unsettled.has(entry))
    return { is: "unread", error: new Error(closed ?? "The service was not read again."), isFound: false };
  const fate = whatBecame(entry, run);
  if (fate !== undefined) return { is: "displaced", error: new DisplacedError(fate) };
  const ofProject = stand.obstacles.get(projectNameOf(approved));
  // The obstacle of a component or a domain there says only that its project is blocked.
  const blocked = ofProject ?? stand.obstacles.get(nameOf(approved));
  // A deletion is judged by its list alone.
  const obstacle = approved.action === "delete" ? undefined : blocked;
  if (obstacle?.isDoubled === true) {
    const isOwn = approved.kind === "project" || obstacle !== ofProject;
    return { is: isOwn ? "doubled" : "displaced", error: new DisplacedError(obstacle.error.message) };
  }
  // A plan that would create it again may be blocked: that says nothing of the update.
  if (obstacle !== undefined && approved.action === "update" && isGone(entry, run))
    return { is: "something new", left: { ...approved, action: "create" } };
  const unread = obstacle?.error ?? whyUnread(entry, run);
  const isFound = obstacle?.isUnread === false && stand.ids.has(nameOf(approved));
  if (unread !== undefined) return { is: "unread", error: unread, isFound };
  const left = leftOf(entry, stand, run);
  if (left === undefined && !mayHaveEffect(entry) && !isReadById(entry, run))
    return { is: "unread", error: new Error(closed ?? "Only a list shows it, which may be old."), isFound: false };
  if (left === undefined) return { is: "as declared" };
  if (closed !== undefined && isPending(entry, left)) return { is: "unread", error: new Error(closed), isFound: false };
  return { is: isRest(entry, left) ? "still left" : "something new", left };
}

/** Why neither its list nor a read by its id shows an object. `undefined` if one does. */
function whyUnread(entry: Entry, run: Reconciled): Error | undefined {
  if (isReadById(entry, run)) return undefined;
  const { observer, closed } = run;
  const place = placeOf(entry);
  // A list that is read before the settle window is over may be older than the write.
  const byId =
    isInDoubt(entry) && closed !== undefined ? observer.unread.get(partName(singleOf(entry, run))) : undefined;
  const own = byId ?? observer.unread.get(partName(listOf(place)));
  // Its list may be older than the deletion of its project: then the list of projects says whether it is gone.
  const isListed = recordIn(observer.snapshot, place, idOf(entry) ?? "") !== undefined;
  const [list = listOf(place)] = listsOf(entry, run);
  return own ?? (isListed ? observer.unread.get(partName(list)) : undefined);
}

/** Whether a read by its id says what became of an object. Not of one that its deletion did not find either: only its list does. */
export function isReadById(entry: Entry, run: Reconciled): boolean {
  if (wasNotFound(entry)) return false;
  const { snapshot, unread } = run.observer;
  const part = singleOf(entry, run);
  const single = singleIn(snapshot, part);
  return single !== undefined && "value" in single && !unread.has(partName(part));
}

/** Whether the service says that an object is gone, and no list shows it. */
function isGone(entry: Entry, run: Reconciled): boolean {
  const { snapshot } = run.observer;
  const isListed = recordIn(snapshot, placeOf(entry), idOf(entry) ?? "") !== undefined;
  return !isListed && saysGone(singleIn(snapshot, singleOf(entry, run)));
}

function singleOf(entry: Entry, { stand }: Reconciled): SinglePart {
  const { approved, projectId = "" } = entry;
  return singlePart(approved.kind, projectId, idOf(entry) ?? stand.ids.get(nameOf(approved)) ?? "");
}

/** What became of the object's project, or of the object itself, if it is not where the run wrote it. `undefined` if it is. */
function whatBecame({ approved, projectId }: Entry, { stand, observer, entries }: Reconciled): string | undefined {
  const name = projectNameOf(approved);
  const project = entries.get(name);
  const isDeleted = project?.approved.action === "delete" && (project.approved === approved || mayHaveEffect(project));
  if (projectId === undefined || isDeleted || stand.ids.get(name) === projectId) return undefined;
  // A new project that nothing shows may be late.
  const isNew = approved.kind === "project" && approved.action === "create" && !stand.ids.has(name);
  const single = observer.snapshot.project.get(projectId);
  const live = valueOf(single);
  const isGone = saysGone(single) && project?.approved.action !== "create";
  const isOther = live !== undefined && isForeign(live, approved.organizationId);
  const isSeen = live === undefined ? isGone : isOther || isRenamed(live, approved.slugs);
  if ((isNew || stand.obstacles.has(name)) && !isSeen) return undefined;
  const what = approved.kind === "project" ? `The project ${projectId}` : `It was sent to project ${projectId}, which`;
  // What a project has is detached with it.
  const lost = isGone && approved.from !== undefined ? ` ${approved.from.name} may be attached to no project now.` : "";
  return `${what} ${fateOf(projectId, approved, observer)} meanwhile.${lost} Run plan, and check the project.`;
}

function fateOf(projectId: string, { organizationId, slugs }: Step, { snapshot }: Reconciled["observer"]): string {
  const single = snapshot.project.get(projectId);
  const listed = valueOf(snapshot.projects.get(organizationId))?.records.find(({ id }) => id === projectId);
  const live = listed ?? valueOf(single);
  if (live === undefined) return single === undefined ? "is not listed any more" : "was deleted";
  return slugs.some((slug) => hasSlug(live, slug)) ? "is not the declared project" : `was renamed to ${live.slug}`;
}
