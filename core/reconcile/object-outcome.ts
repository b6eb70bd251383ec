import { CallError } from "../api/errors.ts";
import { OutcomeUnknownError } from "../resources/failures.ts";
import {
  isMadeByOthers,
  lastOf,
  mayBeMade,
  mayHaveEffect,
  requestFor,
  type AttemptLog,
  type WriteRequest,
  type WriteResult,
} from "./attempts.ts";
import type { ReconcileResult } from "./reconcile.ts";
import { detached, hasLeft, isNowhere, movedOutcome } from "./detached-host-name.ts";
import type { ObjectOutcome } from "./outcome.ts";
import { isReadById, observedState, type ObservedState } from "./observed-state.ts";
import { partName, projectsPart, saysGone } from "./snapshot.ts";
import { nameOf, projectNameOf, describeRequest, type Step } from "./step.ts";

/*
 * Decides what became of one object, by the table in docs/internals/faults.md: what the last plan shows of it (observed-state.ts), and what was
 * answered (attempts.ts). An answer alone decides only where nothing could be read.
 */

const NOT_COMPARED = "It was not compared";
const NOT_READ = "It was not read back";
/** It was read, and may be late. */
const NOT_SHOWN = "It did not show when it was last read";

const LATE = "The service's lists do not show it yet: wait before the next run, which relies on them.";
const MAYBE_LATE = "The service's lists may not show it yet: wait before the next run, which relies on them.";

/** Note of an object that is as declared, although its write was refused or never sent. */
const SO_ALREADY = "Already done: by somebody else, or by a gateway that repeated the request.";
/** Note of an object that was to be created, was found, and differed. */
const ADOPTED = "It was there already: somebody else created it, or a gateway repeated the request. It was adopted";
/** A create was refused, and its object shows and differs. */
const IS_THERE = "It is there now: somebody else created it, or a gateway repeated the request.";
const FOUND_ONLY_IN_LIST = "The service does not find it by its name, but still lists it. Check it by hand.";

type FailedResult = Exclude<WriteResult, { answer: "answered" }>;

/** Decides what became of one object, by what was approved, what was sent, and what the last plan still has. */
export function objectOutcome(log: AttemptLog, run: ReconcileResult): ObjectOutcome {
  const { approved } = log;
  const id = approved.id ?? log.id ?? run.remaining.ids.get(nameOf(approved));
  const shown = observedState(log, run);
  const outcome = mayHaveEffect(log) ? judge(log, shown, run) : judgeUnsent(log, shown, run);
  const note = outcome.status === "done" || outcome.status === "partial" ? lateNote(log, shown, run) : undefined;
  return { ...outcome, id, notes: note === undefined ? outcome.notes : [...outcome.notes, note] };
}

function lateNote(log: AttemptLog, shown: ObservedState, run: ReconcileResult): string | undefined {
  const isMade = log.results.get("create")?.answer === "answered";
  if (shown.is === "unread") return isMade && shown.isSeen !== true ? MAYBE_LATE : undefined;
  if (!run.late.has(log) || (shown.is !== "as declared" && shown.is !== "still left")) return undefined;
  // Only its answer says that it is there.
  return isReadById(log, run) ? LATE : MAYBE_LATE;
}

/** Nothing was sent, or all of it was refused. */
function judgeUnsent(log: AttemptLog, shown: ObservedState, run: ReconcileResult): ObjectOutcome {
  const { results, skipped } = log;
  const last = lastOf(log);
  if (isGoneWithProject(log, run)) return { status: "done", notes: [] };
  if (shown.is === "as declared") return { status: "done", notes: [SO_ALREADY] };
  // A gateway that refuses because there are too many may have sent it.
  if (last?.answer === "not sent" && hasLeft(log.approved, last.error, run)) return detached(log.approved, last);
  const isRefused = [...results.values()].some(({ answer }) => answer === "refused");
  if (isRefused && last !== undefined && "error" in last) {
    const found = shown.is === "something new" ? shown.left.id : undefined;
    const isThere = found !== undefined && log.known?.has(found) !== true && isMadeByOthers(log, found);
    if (!isThere) return { status: "failed", error: last.error, notes: [] };
    return { ...unknown(log.approved, "create", new Error(`${last.error.message} ${IS_THERE}`)), notes: [] };
  }
  if (skipped !== undefined)
    return {
      status: skipped.isFailure === true ? "failed" : "not-started",
      error: new Error(skipped.message),
      notes: [],
    };
  const why = shown.is === "something new" ? "It changed since the plan was made. Run this again." : undefined;
  const error = why === undefined && last?.answer === "not sent" ? last.error : undefined;
  return { status: "not-started", error: error ?? new Error(why ?? run.closed ?? "It was not sent."), notes: [] };
}

/** Something was sent, and may have had an effect. */
function judge(log: AttemptLog, shown: ObservedState, run: ReconcileResult): ObjectOutcome {
  switch (shown.is) {
    case "displaced":
      return movedOutcome(log, run) ?? inDoubt(log, shown.error) ?? partial(shown.error);
    case "doubled":
      return partial(shown.error);
    case "unread":
      return movedOutcome(log, run) ?? judgeUnread(log, shown, run);
    case "as declared":
      return judgeShown(log, run);
    case "something new":
      // The object itself is not created: what shows is another one.
      return log.approved.action === "create" ? judgeLeft(log, shown.left, run) : partial(changedMeanwhile(shown.left));
    case "still left":
      return judgeLeft(log, shown.left, run);
  }
}

/** Unknown, if nothing that was sent was answered. What the next run does depends on the project. */
function inDoubt({ approved, results }: AttemptLog, error: Error): ObjectOutcome | undefined {
  if ([...results.values()].some(({ answer }) => answer === "answered")) return undefined;
  for (const [request, { answer }] of results)
    if (answer === "no answer") return { ...unknown(approved, request, error), notes: [] };
  return undefined;
}

/** The last plan could not be made. */
function judgeUnread(
  log: AttemptLog,
  { error, isFound = false, isSeen = false }: Extract<ObservedState, { is: "unread" }>,
  run: ReconcileResult,
): ObjectOutcome {
  const { approved, results } = log;
  const last = lastOf(log);
  if (isFound) return partial(error);
  for (const [request, result] of results)
    if (result.answer === "no answer") return unknown(approved, request, result.error);
  if (isRestLeft(log)) return partial(error);
  if (last !== undefined && last.answer !== "answered") return refused(log, last);
  return isInBlocked(approved, run)
    ? partial(error)
    : {
        status: "done",
        notes: [`${isSeen ? NOT_COMPARED : log.seen === undefined ? NOT_READ : NOT_SHOWN}: ${error.message}`],
      };
}

/** An update in a project that was found and is blocked now: nothing in it is compared again. */
function isInBlocked(approved: Step, { remaining: { blockers, ids } }: ReconcileResult): boolean {
  const project = projectNameOf(approved);
  const isBlocked = blockers.has(nameOf(approved)) && blockers.get(project)?.isUnread === false;
  return approved.action === "update" && isBlocked && ids.has(project);
}

function judgeShown(log: AttemptLog, run: ReconcileResult): ObjectOutcome {
  const lost = run.lost(log);
  if (lost.length > 0) return partial(valueLost(log.approved, lost));
  const [doubt] = [...log.results.values()].flatMap((result) => (result.answer === "no answer" ? [result.error] : []));
  // Without its remedy: there is nothing left to do.
  const found = doubt instanceof CallError ? doubt.finding : doubt?.message;
  const notes = found === undefined ? [] : [`${found} It was looked up, and is as declared.`];
  const isAdopted = log.approved.action === "create" && !mayBeMade(log);
  return {
    status: "done",
    notes: isAdopted ? [log.results.has("update") ? `${ADOPTED}, and updated.` : `${ADOPTED}.`, ...notes] : notes,
  };
}

/** After an update, fields have no value any more that are not declared, or cannot be compared. */
function valueLost({ kind, id }: Step, fields: readonly string[]): Error {
  const remedy = "Check the live value, and declare what it should be.";
  return new Error(`The update of ${kind} ${id} also removed ${fields.join(", ")}. ${remedy}`);
}

function judgeLeft(log: AttemptLog, left: Step, run: ReconcileResult): ObjectOutcome {
  const { approved, results, skipped } = log;
  const request = requestFor(log, left);
  const result = results.get(request);
  // An earlier request took effect.
  if (result === undefined) return partial(new Error(skipped?.message ?? run.closed ?? "The rest was not sent."), left);
  if (result.answer === "not sent") return partial(result.error, left);
  // Where the old project is blocked, the last plan attaches the host name, wherever it is.
  const isAttached = result.answer === "refused" && !hasLeft(approved, result.error, run);
  if (approved.action === "move" && (isNowhere(log, result) || (left.action === "create" && !isAttached)))
    return detached(approved, result);
  switch (result.answer) {
    case "refused":
      return refused(log, result);
    case "no answer":
      return unknown(approved, request, result.error);
    case "answered":
      if (approved.action === "move") return partial(detached(approved, result).error);
      if (result.wasGone === true) return unknown(approved, request, new Error(FOUND_ONLY_IN_LIST));
      return request === "create" ? notShown(log, left) : partial(undefined, left);
  }
}

/** A create was answered, and neither a list nor a read by its id shows the object: nothing, or another one. */
function notShown({ approved, id }: AttemptLog, left: Step): ObjectOutcome {
  const shown = id === undefined ? "" : ` with ${id}`;
  if (left.action === "update") {
    const error = new Error(`The service answered the request${shown}, and shows ${left.id}. Nothing more was sent.`);
    return { ...unknown(approved, "create", error), notes: [] };
  }
  return unknown(
    approved,
    "create",
    new Error(`The service answered the request${shown}, but does not show the object.`),
  );
}

/** Something was written, and the object is not as declared. Without an error, `left` says what differs. */
function partial(error: Error | undefined, left?: Step): ObjectOutcome {
  return { status: "partial", error, left, notes: [] };
}

/** A refusal is a failure, unless an earlier request of the object took effect. */
function refused({ approved, results }: AttemptLog, sent: FailedResult): ObjectOutcome {
  const create = results.get("create");
  const isBegun = approved.action === "create" && sent !== create && create?.answer !== "refused";
  return isBegun ? partial(sent.error) : { status: "failed", error: sent.error, notes: [] };
}

function unknown(approved: Step, request: WriteRequest, error: Error): ObjectOutcome {
  // A list may go on to lag.
  const notes = request === "create" ? ["The next run creates it if it still does not show then."] : [];
  return { status: "unknown", error: new OutcomeUnknownError(describeRequest(approved, request), error), notes };
}

/** A deletion in a project that was to be deleted too, and is. */
function isGoneWithProject({ approved }: AttemptLog, { logs, remaining, observer }: ReconcileResult): boolean {
  const name = projectNameOf(approved);
  const isListed = !observer.unread.has(partName(projectsPart(approved.organizationId)));
  const isGone = isListed && !remaining.steps.has(name) && !remaining.blockers.has(name) && !remaining.ids.has(name);
  const project = logs.get(name);
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
function isRestLeft({ approved: { settings = {} }, results }: AttemptLog): boolean {
  return Object.keys(settings).length > 0 && !results.has("settings");
}
