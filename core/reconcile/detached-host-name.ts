import { isNotFound } from "../api/errors.ts";
import { MoveUndoneError } from "./move.ts";
import type { ReconcileResult } from "./reconcile.ts";
import type { WriteResult } from "./attempts.ts";
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

/** Says that a host name left its old project, and that the new one does not show it. */
export function detachedError({ body }: Step, result: WriteResult): DetachedError {
  return new DetachedError(String(body["name"]), "error" in result ? ` ${result.error.message}` : "");
}

/** True if the old project has a host name no more whose move was refused: detached all the same, or by somebody else. */
export function hasLeft({ from }: Step, error: Error, { observer }: ReconcileResult): boolean {
  if (error instanceof MoveUndoneError) return false;
  const part: Part = { of: "domains", key: from?.projectId ?? "" };
  // The project is gone.
  if (isNotFound(observer.unread.get(partName(part)))) return true;
  return valueOf(observer.snapshot.domains.get(part.key))?.some(({ name }) => name === from?.name) === false;
}
