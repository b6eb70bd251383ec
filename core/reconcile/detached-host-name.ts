import { isNotFound, RefusedError } from "../api/errors.ts";
import { MoveUndoneError, NotMovedError } from "./move.ts";
import type { ReconcileResult } from "./reconcile.ts";
import { lastOf, type AttemptLog, type WriteResult } from "./attempts.ts";
import type { ObjectOutcome } from "./outcome.ts";
import { partName, valueOf, type Part } from "./snapshot.ts";
import type { Step } from "./step.ts";

/* A host name between its two projects. */

/** A host name may be attached to no project: its own two do not have it, and only a search tells whether another has. */
export class DetachedError extends Error {
  override readonly name = "DetachedError";
  /** The answer to the last request, for a host name that another project has. */
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`${host} may be attached to no project now.${reason} Run this again, or attach it by hand.`);
    this.reason = `${host} was not moved.${reason}`;
  }
}

/** True if the old project has a host name no more whose move was refused: detached all the same, or by somebody else. */
export function hasLeft({ from }: Step, error: Error, { observer }: ReconcileResult): boolean {
  if (error instanceof MoveUndoneError) return false;
  const part: Part = { of: "domains", key: from?.projectId ?? "" };
  // The project is gone.
  if (isNotFound(observer.unread.get(partName(part)))) return true;
  return valueOf(observer.snapshot.domains.get(part.key))?.some(({ name }) => name === from?.name) === false;
}

/** A move that was refused, whatever became of the project that the host name was to go to: where it is now is said first. */
export function movedOutcome(log: AttemptLog, run: ReconcileResult): ObjectOutcome | undefined {
  const { approved } = log;
  const last = lastOf(log);
  if (last === undefined || last.answer === "answered") return undefined;
  if (isNowhere(log, last)) return detached(approved, last);
  if (approved.action !== "move" || last.answer !== "refused") return undefined;
  return hasLeft(approved, last.error, run)
    ? detached(approved, last)
    : { status: "failed", error: last.error, notes: [] };
}

/** A host name that left its old project, and that the new one does not show. */
export function detached(approved: Step, result: WriteResult): ObjectOutcome {
  const status = result.answer === "refused" ? "failed" : "unknown";
  const reason = "error" in result ? ` ${result.error.message}` : "";
  return { status, error: new DetachedError(String(approved.body["name"]), reason), notes: [] };
}

/** True if a host name may be attached to nothing. What shows it at its old project may be older than a lost answer. */
export function isNowhere({ mayBeDetached }: AttemptLog, result: WriteResult): boolean {
  if (result.answer === "answered") return false;
  if (result.error instanceof NotMovedError) return true;
  // A gateway that refuses a detachment says so with a page.
  const isRefusedByPage =
    result.error instanceof RefusedError && result.error.status < 500 && !result.error.isAfterUnknown;
  return mayBeDetached === true && result.answer === "no answer" && !isRefusedByPage;
}
