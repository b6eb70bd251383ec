import { OutcomeUnknownError } from "../resources/failures.ts";
import { hasSlug } from "../resources/project-identity.ts";
import { mayHaveEffect, requestOf, type Entry } from "./ledger.ts";
import { leftOf, listOf } from "./listed.ts";
import type { Reconciled } from "./reconcile.ts";
import type { Sent } from "./sent.ts";
import { NotMovedError } from "./move.ts";
import { inProject, partName } from "./snapshot.ts";
import { covers, nameOf, projectNameOf, type Step, type StepAction } from "./step.ts";

/**
 * - `done`: the service shows it, or answered the write.
 * - `partial`: something was written, and the object is not as declared, or lost a value that is not declared.
 * - `failed`: the write was never sent, or the service refused it.
 * - `unknown`: the write was sent, and it is not certain that the object is now as declared.
 * - `not-started`: something that the write needs was not done, or the run was stopped.
 */
export const STATUSES = ["done", "partial", "failed", "unknown", "not-started"] as const;
export type Status = (typeof STATUSES)[number];

/** What became of one object. */
export interface Became {
  readonly status: Status;
  readonly id?: string;
  /** Why it is not done. */
  readonly error?: Error;
  /** What an update left: the fields that still differ. */
  readonly left?: Step;
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

const LATE = "The service's lists do not show it yet: wait before the next run, which relies on them.";

/** Decides what became of one object, by what was approved, what was sent, and what the last plan still has. */
export function becameOf(entry: Entry, run: Reconciled): Became {
  const { approved, isLate = false } = entry;
  const id = approved.id ?? entry.id ?? run.stand.ids.get(nameOf(approved));
  const became = judge(entry, run);
  const isMade = entry.answers.get("create")?.became === "answered" && whatBecame(entry, run) === undefined;
  const isUnlisted = isMade && entry.isListed !== true;
  const isWarned = isLate && (became.status === "done" || (became.status === "partial" && isUnlisted));
  return { ...became, ...(id === undefined ? {} : { id }), notes: [...became.notes, ...(isWarned ? [LATE] : [])] };
}

function judge(entry: Entry, run: Reconciled): Became {
  const { approved, answers, held } = entry;
  const { stand, observer } = run;
  // A deletion is judged by its list alone.
  const blocked = stand.obstacles.get(nameOf(approved)) ?? stand.obstacles.get(projectNameOf(approved));
  const obstacle = approved.action === "delete" ? undefined : blocked;
  const unread = obstacle !== undefined && !obstacle.isDoubled ? obstacle.error : whyUnread(entry, observer);
  const left = leftOf(entry, stand, { ...run, snapshot: observer.snapshot });
  const isLeft = left !== undefined && covers(approved, left);
  const last = lastOf(entry);
  if (last === undefined || !mayHaveEffect(entry)) {
    if (last !== undefined && isGoneWithProject(entry, run)) return { status: "done", notes: [] };
    if (left === undefined && obstacle === undefined && unread === undefined && whatBecame(entry, run) === undefined) {
      return { status: "done", notes: ["Somebody else did it meanwhile."] };
    }
    const isRefused = [...answers.values()].some(({ became }) => became === "refused");
    if (isRefused && last !== undefined && "error" in last) return { status: "failed", error: last.error, notes: [] };
    if (held !== undefined)
      return { status: held.isFailure === true ? "failed" : "not-started", error: new Error(held.message), notes: [] };
    if (left !== undefined && !isLeft)
      return {
        status: "not-started",
        error: new Error("It changed since the plan was made. Run this again."),
        notes: [],
      };
    return {
      status: "not-started",
      error: last?.became === "not sent" ? last.error : new Error(run.closed ?? "It was not sent."),
      notes: [],
    };
  }
  const displaced = whatBecame(entry, run);
  if (displaced !== undefined) return { status: "partial", error: new Error(displaced), notes: [] };
  if (obstacle !== undefined && obstacle.isDoubled) return { status: "partial", error: obstacle.error, notes: [] };
  if (unread !== undefined && last.became !== "answered" && last.error instanceof NotMovedError)
    return detached(approved, left, last);
  if (unread !== undefined) {
    const lost = [...answers.values()].find(({ became }) => became === "no answer");
    // The plan found what was created, though it cannot say more of it.
    const isMade = approved.action === "create" && stand.ids.has(nameOf(approved));
    if (isMade && obstacle?.isUnread === false) return { status: "partial", error: unread, notes: [] };
    if (lost !== undefined && lost.became !== "answered") return unknown(approved, lost.error);
    if (isRestLeft(entry)) return { status: "partial", error: unread, notes: [] };
    if (last.became === "answered") return { status: "done", notes: [`It was not read back: ${unread.message}`] };
    return part(entry, last);
  }
  if (!isLeft) {
    // Something new: never written, but the object is not as declared.
    if (left !== undefined) return { status: "partial", error: changedMeanwhile(left), notes: [] };
    const { lost, changed } = run.sideEffects(entry);
    if (lost !== undefined) return { status: "partial", error: lost, notes: [] };
    const error = [...answers.values()].find(({ became }) => became === "no answer");
    const lookedUp =
      error === undefined || error.became === "answered"
        ? []
        : [`${error.error.message} It was looked up, and is as declared.`];
    const also = changed.length === 0 ? [] : [`The update also changed ${changed.join(", ")}, which is not declared.`];
    return { status: "done", notes: [...lookedUp, ...also] };
  }
  if (entry.isSeen === true && last.became === "answered") return { status: "done", notes: [LATE] };
  return stillLeft(entry, left, run);
}

/** Why neither its list nor a read by its id shows an object. `undefined` if one does. */
function whyUnread(
  { approved, projectId = "", id = approved.id ?? "" }: Entry,
  { snapshot, unread }: Reconciled["observer"],
) {
  const key = approved.kind === "project" ? id : inProject(projectId, id);
  const single = snapshot[approved.kind].get(key);
  const isRead = single !== undefined && "value" in single && !unread.has(partName({ of: approved.kind, key }));
  return isRead ? undefined : unread.get(partName(listOf({ ...approved, projectId })));
}

/** A deletion in a project that was to be deleted too, and is. */
function isGoneWithProject({ approved }: Entry, { entries, stand, observer }: Reconciled): boolean {
  const name = projectNameOf(approved);
  const isListed = !observer.unread.has(partName({ of: "projects", key: approved.organizationId }));
  const isGone = isListed && !stand.steps.has(name) && !stand.obstacles.has(name) && !stand.ids.has(name);
  return isGone && approved.action === "delete" && entries.get(name)?.approved.action === "delete";
}

function changedMeanwhile({ changes }: Step): Error {
  const fields = changes.length === 0 ? "it" : changes.map(({ path }) => path).join(", ");
  return new Error(`It changed meanwhile: ${fields} is not as declared. Run this again.`);
}

/** The settings of a new project were not sent. */
function isRestLeft({ approved: { settings = {} }, answers }: Entry): boolean {
  return Object.keys(settings).length > 0 && !answers.has("settings");
}

/** The last plan still has the step. */
function stillLeft(entry: Entry, left: Step, run: Reconciled): Became {
  const { approved, answers, held } = entry;
  const sent = answers.get(requestOf(approved, left));
  if (sent === undefined || sent.became === "not sent") {
    // An earlier request took effect.
    const why =
      sent?.error ?? (held === undefined ? new Error(run.closed ?? "The rest was not sent.") : new Error(held.message));
    return { status: "partial", error: why, left, notes: [] };
  }
  const isNowhere = sent.became !== "answered" && sent.error instanceof NotMovedError;
  if (approved.action === "move" && (left.action === "create" || isNowhere)) return detached(approved, left, sent);
  if (sent.became === "refused") return part(entry, sent);
  if (sent.became === "no answer") return unknown(approved, sent.error);
  // The window was cut short: it may still show.
  if (run.closed !== undefined && entry.isLate === true) {
    return isRestLeft(entry)
      ? { status: "partial", error: new Error(run.closed), notes: [] }
      : { status: "done", notes: [] };
  }
  if (left.action === "create" && approved.kind !== "domain") {
    const shown = entry.id === undefined ? "" : ` with ${entry.id}`;
    return unknown(approved, new Error(`The service answered it${shown}, and does not show it.`));
  }
  return { status: "partial", left, notes: [] };
}

/** A host name that left its old project, and that the new one does not show. */
function detached({ body }: Step, left: Step | undefined, { became, ...sent }: Sent): Became {
  const why = "error" in sent ? ` ${sent.error.message}` : "";
  // A list may still show it at its old project.
  const state = left?.action === "create" ? "is" : "may be";
  const name = String(body["name"]);
  const error = new Error(`${name} ${state} attached to no project now.${why} Run this again, or attach it by hand.`);
  return { status: became === "refused" ? "failed" : "unknown", error, notes: [] };
}

/** A refusal is a failure, unless an earlier request of the object took effect. */
function part({ approved, answers }: Entry, { became, ...sent }: Sent): Became {
  const error = "error" in sent ? sent.error : new Error(became);
  // An earlier request without an answer was looked up since.
  const isBegun = approved.action === "create" && became !== answers.get("create")?.became;
  return { status: isBegun ? "partial" : "failed", error, notes: [] };
}

function unknown(approved: Step, cause: Error): Became {
  // A list may go on to lag.
  const notes = approved.action === "create" ? ["The next run creates it if it still does not show then."] : [];
  return { status: "unknown", error: new OutcomeUnknownError(subjectOf(approved), cause), notes };
}

function lastOf({ answers }: Entry): Sent | undefined {
  return [...answers.values()].at(-1);
}

/** What became of the object's project, or of the object itself, if it is not where the run wrote it. `undefined` if it is. */
function whatBecame({ approved, projectId, id }: Entry, { stand, observer, entries }: Reconciled): string | undefined {
  const project = entries.get(projectNameOf(approved));
  const isDeleted = project?.approved.action === "delete" && (project.approved === approved || mayHaveEffect(project));
  // A new project that nothing shows may be late.
  const isNew = approved.kind === "project" && approved.action === "create" && !stand.ids.has(nameOf(approved));
  if (projectId === undefined || isDeleted || isNew || stand.obstacles.has(projectNameOf(approved))) return undefined;
  if (stand.ids.get(projectNameOf(approved)) === projectId) return undefined;
  const what = id === undefined && approved.kind === "project" ? "The project" : "It was written into";
  const into = what === "The project" ? `${what} ${projectId}` : `${what} ${projectId}, which`;
  return `${into} ${fateOf(projectId, approved, observer)} meanwhile. Run plan, and check the project.`;
}

function fateOf(projectId: string, { organizationId, slugs }: Step, { snapshot }: Reconciled["observer"]): string {
  const list = snapshot.projects.get(organizationId);
  const single = snapshot.project.get(projectId);
  const listed =
    list !== undefined && "value" in list ? list.value.records.find(({ id }) => id === projectId) : undefined;
  const live = listed ?? (single !== undefined && "value" in single ? single.value : undefined);
  if (live === undefined) return single === undefined ? "is not listed any more" : "was deleted";
  return slugs.some((slug) => hasSlug(live, slug)) ? "is not the declared project" : `was renamed to ${live.slug}`;
}

const WORDS: Readonly<Record<Step["kind"], Readonly<Record<StepAction, string>>>> = {
  project: { create: "creation", update: "update", delete: "deletion", move: "move" },
  component: { create: "integration", update: "update", delete: "removal", move: "move" },
  domain: { create: "attachment", update: "update", delete: "detachment", move: "move" },
};

/** Such as `the creation of project org_1/site`. */
function subjectOf({ kind, key, action }: Step): string {
  return `the ${WORDS[kind][action]} of ${kind} ${key}`;
}
