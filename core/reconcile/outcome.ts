import { CallError, RefusedError } from "../api/errors.ts";
import { OutcomeUnknownError } from "../resources/failures.ts";
import { mayHaveEffect, requestFor, type Entry, type Request, type Sent } from "./ledger.ts";
import type { Reconciled } from "./reconcile.ts";
import { NotMovedError } from "./move.ts";
import { hasLeft, nowhereError } from "./nowhere.ts";
import { isReadById, shownOf, type Shown } from "./shown.ts";
import { partName, projectsPart, saysGone } from "./snapshot.ts";
import { nameOf, projectNameOf, subjectOf, type Step } from "./step.ts";

/*
 * Decides what became of one object, by the table in docs/internals/faults.md: what the last plan shows of it (shown.ts), and what was answered
 * (sent.ts). An answer alone decides only where nothing could be read.
 */

/**
 * - `done`: the service shows it, or answered the write.
 * - `partial`: something was written, and the object is not as declared, or lost a value that is not declared.
 * - `failed`: the write was never sent, or the service refused it.
 * - `unknown`: the write was sent, and it is not certain that the object is now as declared.
 * - `not-started`: something that the write needs was not done, or the run was stopped.
 */
export const STATUSES = ["done", "partial", "failed", "unknown", "not-started"] as const;
export type Status = (typeof STATUSES)[number];

export interface Became {
  readonly status: Status;
  readonly id?: string | undefined;
  /** Why it is not done. */
  readonly error?: Error | undefined;
  /** What an update left: the fields that still differ. */
  readonly left?: Step | undefined;
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

const LATE = "The service's lists do not show it yet: wait before the next run, which relies on them.";
const MAYBE_LATE = "The service's lists may not show it yet: wait before the next run, which relies on them.";

/** Note of an object that is as declared, although its write was refused or never sent. */
const SO_ALREADY = "It was so already: somebody else did it, or a gateway repeated the request.";
/** Note of an object that was to be created, was found, and differed. */
const ADOPTED = "It was there already: somebody else created it, or a gateway repeated the request. It was adopted";
const FOUND_ONLY_IN_LIST =
  "The service does not find it by its name, and its list goes on to show it. Check it by hand.";

type Unanswered = Exclude<Sent, { became: "answered" }>;

/** Decides what became of one object, by what was approved, what was sent, and what the last plan still has. */
export function becameOf(entry: Entry, run: Reconciled): Became {
  const { approved } = entry;
  const id = approved.id ?? entry.id ?? run.stand.ids.get(nameOf(approved));
  const shown = shownOf(entry, run);
  const became = mayHaveEffect(entry) ? judge(entry, shown, run) : judgeUnsent(entry, shown, run);
  const note = became.status === "done" || became.status === "partial" ? lateNote(entry, shown, run) : undefined;
  return { ...became, id, notes: note === undefined ? became.notes : [...became.notes, note] };
}

function lateNote(entry: Entry, shown: Shown, run: Reconciled): string | undefined {
  const isMade = entry.answers.get("create")?.became === "answered";
  if (shown.is === "unread") return isMade ? MAYBE_LATE : undefined;
  if (!run.late.has(entry) || (shown.is !== "as declared" && shown.is !== "still left")) return undefined;
  // Only its answer says that it is there.
  return isReadById(entry, run) ? LATE : MAYBE_LATE;
}

/** Nothing was sent, or all of it was refused. */
function judgeUnsent(entry: Entry, shown: Shown, run: Reconciled): Became {
  const { answers, held } = entry;
  const last = lastOf(entry);
  if (isGoneWithProject(entry, run)) return { status: "done", notes: [] };
  if (shown.is === "as declared") return { status: "done", notes: [SO_ALREADY] };
  const isRefused = [...answers.values()].some(({ became }) => became === "refused");
  if (isRefused && last !== undefined && "error" in last) return { status: "failed", error: last.error, notes: [] };
  if (held !== undefined)
    return { status: held.isFailure === true ? "failed" : "not-started", error: new Error(held.message), notes: [] };
  const why = shown.is === "something new" ? "It changed since the plan was made. Run this again." : undefined;
  const error = why === undefined && last?.became === "not sent" ? last.error : undefined;
  return { status: "not-started", error: error ?? new Error(why ?? run.closed ?? "It was not sent."), notes: [] };
}

/** Something was sent, and may have had an effect. */
function judge(entry: Entry, shown: Shown, run: Reconciled): Became {
  switch (shown.is) {
    case "displaced":
      return judgeMoved(entry, run) ?? inDoubt(entry, shown.error) ?? partial(shown.error);
    case "doubled":
      return judgeMoved(entry, run) ?? partial(shown.error);
    case "unread":
      return judgeMoved(entry, run) ?? judgeUnread(entry, shown, run);
    case "as declared":
      return judgeShown(entry, run);
    case "something new":
      // The object itself is not created: what shows is another one.
      return entry.approved.action === "create"
        ? judgeLeft(entry, shown.left, run)
        : partial(changedMeanwhile(shown.left));
    case "still left":
      return judgeLeft(entry, shown.left, run);
  }
}

/** A move that was refused, whatever became of the project that the host name was to go to: where it is now is said first. */
function judgeMoved(entry: Entry, run: Reconciled): Became | undefined {
  const { approved } = entry;
  const last = lastOf(entry);
  if (last === undefined || last.became === "answered") return undefined;
  if (isNowhere(entry, last)) return detached(approved, last);
  if (approved.action !== "move" || last.became !== "refused") return undefined;
  return hasLeft(approved, last.error, run) ? detached(approved, last) : refused(entry, last);
}

/** Unknown, if nothing that was sent was answered. What the next run does depends on the project. */
function inDoubt({ approved, answers }: Entry, error: Error): Became | undefined {
  if ([...answers.values()].some(({ became }) => became === "answered")) return undefined;
  for (const [request, { became }] of answers)
    if (became === "no answer") return { ...unknown(approved, request, error), notes: [] };
  return undefined;
}

/** The last plan could not be made. */
function judgeUnread(entry: Entry, { error, isFound }: Extract<Shown, { is: "unread" }>, run: Reconciled): Became {
  const { approved, answers } = entry;
  const last = lastOf(entry);
  if (isFound) return partial(error);
  for (const [request, sent] of answers) if (sent.became === "no answer") return unknown(approved, request, sent.error);
  if (isRestLeft(entry)) return partial(error);
  if (last !== undefined && last.became !== "answered") return refused(entry, last);
  return isInBlocked(approved, run)
    ? partial(error)
    : { status: "done", notes: [`It was not read back: ${error.message}`] };
}

/** An update in a project that was found and is blocked now: nothing in it is compared again. */
function isInBlocked(approved: Step, { stand: { obstacles, ids } }: Reconciled): boolean {
  const project = projectNameOf(approved);
  return approved.action === "update" && obstacles.get(project)?.isUnread === false && ids.has(project);
}

function judgeShown(entry: Entry, run: Reconciled): Became {
  const lost = run.lost(entry);
  if (lost.length > 0) return partial(valueLost(entry.approved, lost));
  const [doubt] = [...entry.answers.values()].flatMap((sent) => (sent.became === "no answer" ? [sent.error] : []));
  // Without its remedy: there is nothing left to do.
  const found = doubt instanceof CallError ? doubt.finding : doubt?.message;
  const notes = found === undefined ? [] : [`${found} It was looked up, and is as declared.`];
  const isAdopted = entry.approved.action === "create" && !isSent(entry.answers.get("create"));
  return {
    status: "done",
    notes: isAdopted ? [entry.answers.has("update") ? `${ADOPTED}, and updated.` : `${ADOPTED}.`, ...notes] : notes,
  };
}

/** Whether a request may have had an effect. */
function isSent(sent: Sent | undefined): boolean {
  return sent?.became === "answered" || sent?.became === "no answer";
}

/** After an update, fields have no value any more that are not declared, or cannot be compared. */
function valueLost({ kind, id }: Step, fields: readonly string[]): Error {
  const remedy = "Check the live value, and declare what it should be.";
  return new Error(`The update of ${kind} ${id} also removed ${fields.join(", ")}. ${remedy}`);
}

function judgeLeft(entry: Entry, left: Step, run: Reconciled): Became {
  const { approved, answers, held } = entry;
  const request = requestFor(entry, left);
  const sent = answers.get(request);
  // An earlier request took effect.
  if (sent === undefined) return partial(new Error(held?.message ?? run.closed ?? "The rest was not sent."), left);
  if (sent.became === "not sent") return partial(sent.error, left);
  // Where the old project is blocked, the last plan attaches the host name, wherever it is.
  const isAttached = sent.became === "refused" && !hasLeft(approved, sent.error, run);
  if (approved.action === "move" && (isNowhere(entry, sent) || (left.action === "create" && !isAttached)))
    return detached(approved, sent);
  switch (sent.became) {
    case "refused":
      return refused(entry, sent);
    case "no answer":
      return unknown(approved, request, sent.error);
    case "answered":
      if (approved.action === "move") return partial(detached(approved, sent).error);
      if (sent.wasGone === true) return unknown(approved, request, new Error(FOUND_ONLY_IN_LIST));
      return request === "create" ? notShown(entry) : partial(undefined, left);
  }
}

/** A create was answered, and neither a list nor a read by its id shows the object. */
function notShown({ approved, id }: Entry): Became {
  const shown = id === undefined ? "" : ` with ${id}`;
  return unknown(approved, "create", new Error(`The service answered it${shown}, and does not show it.`));
}

/** Something was written, and the object is not as declared. Without an error, `left` says what differs. */
function partial(error: Error | undefined, left?: Step): Became {
  return { status: "partial", error, left, notes: [] };
}

/** A refusal is a failure, unless an earlier request of the object took effect. */
function refused({ approved, answers }: Entry, sent: Unanswered): Became {
  const create = answers.get("create");
  const isBegun = approved.action === "create" && sent !== create && create?.became !== "refused";
  return isBegun ? partial(sent.error) : { status: "failed", error: sent.error, notes: [] };
}

function unknown(approved: Step, request: Request, error: Error): Became {
  // A list may go on to lag.
  const notes = request === "create" ? ["The next run creates it if it still does not show then."] : [];
  return { status: "unknown", error: new OutcomeUnknownError(subjectOf(approved, request), error), notes };
}

/** A host name that left its old project, and that the new one does not show. */
function detached(approved: Step, sent: Sent): Became {
  const status = sent.became === "refused" ? "failed" : "unknown";
  return { status, error: nowhereError(approved, sent), notes: [] };
}

/** A deletion in a project that was to be deleted too, and is. */
function isGoneWithProject({ approved }: Entry, { entries, stand, observer }: Reconciled): boolean {
  const name = projectNameOf(approved);
  const isListed = !observer.unread.has(partName(projectsPart(approved.organizationId)));
  const isGone = isListed && !stand.steps.has(name) && !stand.obstacles.has(name) && !stand.ids.has(name);
  const project = entries.get(name);
  if (!isGone || approved.action !== "delete" || project?.approved.action !== "delete") return false;
  // A list alone may be old.
  return mayHaveEffect(project) || saysGone(observer.snapshot.project.get(project.approved.id ?? ""));
}

function changedMeanwhile({ action, changes }: Step): Error {
  if (action === "create") return new Error("It was deleted meanwhile. Run this again to create it.");
  const fields = changes.length === 0 ? "it" : changes.map(({ path }) => path).join(", ");
  return new Error(`It changed meanwhile: ${fields} is not as declared. Run this again.`);
}

/** The settings of a new project were not sent. */
function isRestLeft({ approved: { settings = {} }, answers }: Entry): boolean {
  return Object.keys(settings).length > 0 && !answers.has("settings");
}

function lastOf({ answers }: Entry): Sent | undefined {
  return [...answers.values()].at(-1);
}

/** Whether a host name may be attached to nothing. What shows it at its old project may be older than a lost answer. */
function isNowhere({ approved, mayBeDetached }: Entry, sent: Sent): boolean {
  if (sent.became === "answered") return false;
  if (sent.error instanceof NotMovedError) return true;
  // A gateway that refuses a detachment says so with a page.
  const isRefusedByPage = sent.error instanceof RefusedError && sent.error.status < 500 && !sent.error.isAfterUnknown;
  return approved.action === "move" && mayBeDetached === true && sent.became === "no answer" && !isRefusedByPage;
}
