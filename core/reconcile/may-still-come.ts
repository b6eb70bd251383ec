import { isConflict, isNotFound, isTransient, NotDeletedError, RefusedError } from "../api/errors.ts";
import { sameJson } from "../resources/canonical.ts";
import { isAnswered, isInDoubt, mayHaveEffect, requestFor, wasCreated, type AttemptLog } from "./attempts.ts";
import type { LoopRun } from "./loop-run.ts";
import { leftOf, listOf, parentOf, partsById } from "./read-by-id.ts";
import { partName, saysGone, singleIn } from "./snapshot.ts";
import { nameOf, type RemainingPlan, type Step } from "./step.ts";

/* What a later read may still show of a request: as long as there is something, a run reads again (settle.ts). */

/** True if a later read may show what was sent. A list that is refused is not waited for. */
export function mayStillCome(log: AttemptLog, remaining: RemainingPlan, run: LoopRun): boolean {
  const { approved } = log;
  const { observer } = run;
  if (!mayHaveEffect(log) && !mayBeUntrue(log)) return false;
  const left = leftOf(log, remaining, run);
  // It is gone by its id, or with its project: its list says no more.
  if (left === undefined && approved.action === "delete" && isInDoubt(log)) return false;
  const failure = observer.unread.get(partName(listOf(parentOf(log))));
  if (failure !== undefined && !isRefused(failure)) return true;
  if (isNotAwaited(log, run)) return false;
  if (isInDoubt(log) && partsById(log).some((part) => observer.unread.has(partName(part)))) return true;
  const blocker = remaining.blockers.get(nameOf(approved));
  // A deletion is judged by its list alone.
  if (blocker !== undefined && approved.action !== "delete") return blocker.mayPass;
  // A read by id does not find what was answered: that is late.
  if (wasCreated(log) && partsById(log).some((part) => saysGone(singleIn(observer.snapshot, part)))) return true;
  if (left === undefined) return false;
  // Its old project shows it no more: it is attached now.
  const isDetached = log.mayBeDetached === true && left.action === "create";
  return isPending(log, left) || (mayBeUntrue(log) && !isDetached);
}

/**
 * True if the list of an object is refused, and so nothing is waited for. An answered write is, where a read by id tells: of a single object, and
 * of a host name that moves, which may be offline.
 */
export function isNotAwaited(
  log: AttemptLog,
  { observer, singleObject }: Pick<LoopRun, "observer" | "singleObject">,
): boolean {
  const failure = observer.unread.get(partName(listOf(parentOf(log))));
  const isReadById = !isInDoubt(log) && (singleObject !== undefined || log.approved.action === "move");
  return failure !== undefined && isRefused(failure) && !isReadById;
}

/** True if a failed read is a refusal: to read again would not help. */
function isRefused(failure: Error): boolean {
  return failure instanceof RefusedError && !isTransient(failure) && !isNotFound(failure);
}

/**
 * A refusal after which the object may still show as declared: a host name is taken, perhaps by a gateway that repeated its attachment, or
 * somebody else has moved it; and some services answer `"deleted": false` and delete all the same.
 */
function mayBeUntrue({ approved: { kind }, results }: AttemptLog): boolean {
  return [...results].some(
    ([request, result]) =>
      result.answer === "refused" &&
      (result.error instanceof NotDeletedError ||
        (request === "move" && isNotFound(result.error)) ||
        (kind === "domain" && request === "create" && isConflict(result.error))),
  );
}

/** True if what is left may be a write that does not show yet. */
export function isPending(log: AttemptLog, left: Step): boolean {
  const result = log.results.get(requestFor(log, left));
  return (result?.answer === "answered" || result?.answer === "no answer") && !hasMoved(log, left);
}

/** Another value than before the update shows: then the rest will not come. */
function hasMoved(log: AttemptLog, left: Step): boolean {
  const { lastSent } = log;
  if (left.action !== "update" || lastSent?.action !== "update" || !isAnswered(log, "update")) return false;
  const before = new Map(lastSent.changes.map(({ path, from }) => [path, from]));
  return left.changes.some(({ path, from }) => !sameJson(before.get(path), from));
}
