import { covers, type Step } from "./step.ts";
import {
  isServiceError,
  isNotFound,
  OddRecordError,
  NotDeletedError,
  hadNoEffect,
  asError,
  RefusedError,
} from "../api/errors.ts";

/*
 * The attempts of each object, and the request that may be sent next:
 *
 *   approved  left                                         request    sent again after
 *   create    create                                       create     "not sent"; a domain's, which is its own address: "no answer" too
 *   create    create, after an update                      none: an object that was found is not made again
 *   create    update of a new project's settings           settings   "not sent", "no answer"
 *   create    update of something else                     update     "not sent", "no answer"
 *   create    update, made by others, not to be adopted    none
 *   create    update of a slug, after its create           none: an object with an earlier slug is another one
 *   update    update of the approved fields                update     "not sent", "no answer"
 *   delete    delete                                       delete     "not sent", "no answer"
 *   move      move                                         move       "not sent", "no answer"
 *   move      create: it has left its old project          move       the same; once after "refused", if this run may have detached it
 *   any       anything else                                none
 *
 * Each request is sent at most three times, besides those that are refused because there are too many. A create without an answer is never sent twice: reads search for its key (settle.ts).
 */

/**
 * The result of one request, as far as its answer says.
 *
 * - `answered`: 2xx with JSON or without a body; "not found" to a deletion.
 * - `refused`: 4xx with a message in JSON, and no earlier attempt is in doubt; `"deleted": false`.
 * - `not sent`: no connection, 429, a closed gate.
 * - `no answer`: it may have had an effect: the answer was lost, came too late, or says something else (5xx, HTML).
 */
export type WriteResult =
  | (Answer & {
      readonly answer: "answered";
      /** A deletion that did not find its object. */
      readonly wasGone?: true;
    })
  | {
      readonly answer: "refused" | "not sent" | "no answer";
      readonly error: Error;
      /** It says what became of earlier attempts without an answer, too. */
      readonly isFinal?: true;
    };

/** An object that was written, as its answer shows it. */
interface Answer {
  /** The id that it gives a new object. */
  readonly id?: string;
  readonly record?: object;
}

/** Sends one request. Judges nothing but its answer. Rejects only for a bug in this program. */
export async function send(request: () => Promise<Answer>, isDeletion = false): Promise<WriteResult> {
  try {
    return { answer: "answered", ...(await request()) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return failed(error, isDeletion);
  }
}

function failed(error: unknown, isDeletion: boolean): WriteResult {
  if (isDeletion && isNotFound(error)) return { answer: "answered", wasGone: true };
  if (error instanceof OddRecordError) return { answer: "answered" };
  if (error instanceof NotDeletedError) return { answer: "refused", error };
  if (!hadNoEffect(error)) return { answer: "no answer", error: asError(error) };
  const isRefused = error instanceof RefusedError && error.status !== 429;
  return { answer: isRefused ? "refused" : "not sent", error: asError(error) };
}

/** All that a run did for one object. */
export interface AttemptLog {
  readonly approved: Step;
  readonly results: Map<WriteRequest, WriteResult>;
  readonly sends: Map<WriteRequest, number>;
  lastSent?: Step;
  /** Its list showed it when it was planned. */
  readonly wasListed: boolean;
  /** As it was read before its update. */
  before?: Records;
  /** The id that an answer gave. */
  id?: string;
  /** The ids that its list showed before its create. */
  known?: ReadonlySet<string>;
  /** This run has detached the host name of a move, or may have, and has not given it back. */
  mayBeDetached?: boolean;
  /** The project that it was written into. */
  projectId: string | undefined;
  /** Why it was not sent, or not again. */
  skipped?: SkipReason;
  /** What was left of it when its lists were last read whole after a request. Absent: they were not. */
  seen?: { readonly left: Step | undefined };
}

/** An object as it was read. */
export interface Records {
  readonly listed: object | undefined;
  readonly single: object | undefined;
}

/** The requests of one object. `settings`: those of a new project. */
export type WriteRequest = "create" | "settings" | "update" | "delete" | "move";

/** Why a request was not sent. */
export interface SkipReason {
  readonly message: string;
  /** The next run would not send it either. */
  readonly isFailure?: boolean;
  /** The objects that would be deleted with a project. */
  readonly stays?: readonly string[];
}

/**
 * Notes an answer. "No answer" stays until the same request is answered: what refuses it later may be its own effect. `isUncounted`: it does
 * not count towards the three.
 */
export function note(
  log: AttemptLog,
  request: WriteRequest,
  step: Step,
  result: WriteResult,
  isUncounted = false,
): void {
  if (!isUncounted) log.sends.set(request, (log.sends.get(request) ?? 0) + 1);
  const before = log.results.get(request);
  const isInDoubt = before?.answer === "no answer" && result.answer !== "answered" && result.isFinal !== true;
  log.results.set(request, isInDoubt ? before : result);
  log.lastSent = step;
  delete log.skipped;
  if (result.answer === "answered" && result.id !== undefined) log.id = result.id;
  // A create that found its object there.
  else if (step.id !== undefined) log.id ??= step.id;
}

export const MOST_SENDS = 3;

/** The request that a step needs next, by the table above. `undefined` if none may be sent. */
export function nextRequest(log: AttemptLog, left: Step): WriteRequest | undefined {
  const request = requestOf(log, left);
  return request !== undefined && maySend(log, left, request) ? request : undefined;
}

/** True if a step that is left is the rest of the approved one. */
export function isContinuation(log: AttemptLog, left: Step): boolean {
  return requestOf(log, left) !== undefined;
}

/** The request of a step that is left, also if it may not be sent again. */
function requestOf(log: AttemptLog, left: Step): WriteRequest | undefined {
  const { approved } = log;
  if (!covers(approved, left)) return undefined;
  if (approved.action !== "create" || left.action !== "update") return approved.action;
  // What this run made may have been replaced.
  if (isMadeByOthers(log, left.id) || (log.id !== undefined && log.id !== left.id)) return undefined;
  if (approved.kind !== "project") return "update";
  if (mayBeMade(log) && left.changes.some(({ path }) => path === "slug")) return undefined;
  // A project that was there may differ in more than its settings.
  const { settings = {} } = approved;
  return left.changes.every(({ path }) => Object.hasOwn(settings, path.split(".")[0] ?? "")) ? "settings" : "update";
}

function maySend({ approved, results, sends, mayBeDetached }: AttemptLog, left: Step, request: WriteRequest): boolean {
  const times = sends.get(request) ?? 0;
  if (times >= MOST_SENDS) return false;
  if (request === "create" && results.has("update")) return false;
  switch (results.get(request)?.answer) {
    case undefined:
    case "not sent":
      return true;
    case "no answer":
      return request !== "create" || approved.kind === "domain";
    case "refused":
      // Some services answer `"deleted": false` and detach the host name all the same.
      return left.action === "create" && mayBeDetached === true && times === 1;
    case "answered":
      return false;
  }
}

/** True if the object that a create finds is somebody else's, by its id: it is not adopted unless that was approved. */
export function isMadeByOthers(log: AttemptLog, id: string | undefined): boolean {
  const { action, adopts = true } = log.approved;
  // One that was there before, and got this key meanwhile.
  const isKnown = id !== undefined && log.known?.has(id) === true;
  return action === "create" && !adopts && (!mayBeMade(log) || isKnown);
}

/** True if a create was sent that may have had an effect. */
export function mayBeMade({ results }: AttemptLog): boolean {
  const created = results.get("create")?.answer;
  return created === "answered" || created === "no answer";
}

/** The request whose answer says why a step is left of an approved one. */
export function requestFor(log: AttemptLog, left: Step): WriteRequest {
  const request = requestOf(log, left);
  if (request !== undefined && (left.action === "update" || request === "move")) return request;
  // The object does not show, whatever was written last.
  const last = [...log.results].findLast(([, { answer }]) => answer === "answered" || answer === "no answer");
  return last?.[0] ?? request ?? log.approved.action;
}

/** True if anything was sent that may have had an effect. */
export function mayHaveEffect({ results }: AttemptLog): boolean {
  // A move that was refused may have detached the host name.
  return [...results].some(
    ([request, { answer }]) => answer !== "not sent" && (answer !== "refused" || request === "move"),
  );
}

/** True if a request was answered. False without a log. */
export function isAnswered(log: AttemptLog | undefined, request: WriteRequest): boolean {
  return log?.results.get(request)?.answer === "answered";
}

/** True if a deletion did not find its object. Only its list says whether that is gone: the service may know it by another name than it shows. */
export function wasNotFound({ results }: AttemptLog): boolean {
  const deletion = results.get("delete");
  return deletion?.answer === "answered" && deletion.wasGone === true;
}

/** True if an answer says that the object is there now. */
export function wasCreated(log: AttemptLog): boolean {
  return isAnswered(log, "create") || isAnswered(log, "move");
}

/** True if it is open what became of a request: there is no answer, or a host name is taken, perhaps by this very object. */
export function isInDoubt({ approved: { kind }, results }: AttemptLog): boolean {
  return [...results].some(
    ([request, { answer }]) =>
      answer === "no answer" || (answer === "refused" && request === "create" && kind === "domain"),
  );
}

/** The id that an answer gave, or that the object had. A domain's is its host name. */
export function idOf({ id, approved }: AttemptLog): string | undefined {
  if (id !== undefined) return id;
  return approved.kind === "domain" && approved.id === undefined ? String(approved.body["name"]) : approved.id;
}

/** The answer to the last request of an object. `undefined`: none was sent. */
export function lastOf({ results }: AttemptLog): WriteResult | undefined {
  return [...results.values()].at(-1);
}
