import { covers, type Step } from "./step.ts";
import {
  isServiceError,
  StoppedError,
  isNotFound,
  OddRecordError,
  NotDeletedError,
  hadNoEffect,
  asError,
  RefusedError,
} from "../api/errors.ts";

/*
 * What was sent for each object, and whether it may be sent again. A create without an answer is never sent twice: reads search for its
 * key (settle.ts).
 */

/**
 * What became of one request, as far as its answer says.
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

/** What an answer shows of an object that was written. */
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
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
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

/** What a run did for one object. */
export interface AttemptLog {
  readonly approved: Step;
  readonly results: Map<WriteRequest, WriteResult>;
  readonly sends: Map<WriteRequest, number>;
  lastSent?: Step;
  /** What was read of it before its update. */
  before?: Records;
  /** The id that an answer gave. */
  id?: string;
  /** This run has detached the host name of a move, or may have, and has not given it back. */
  mayBeDetached?: boolean;
  /** The project that it was written into. */
  projectId: string | undefined;
  /** Why it was not sent, or not again. */
  skipped?: SkipReason;
}

/** What was read of an object. */
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
  /** What would be deleted with a project. */
  readonly stays?: readonly string[];
}

/** Notes an answer. "No answer" stays until the same request is answered: what refuses it later may be its own effect. */
export function note(log: AttemptLog, request: WriteRequest, step: Step, result: WriteResult): void {
  log.sends.set(request, (log.sends.get(request) ?? 0) + 1);
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

/** The request that a step needs next. `undefined` if that may not be sent, or not again. */
export function nextRequest(log: AttemptLog, step: Step): WriteRequest | undefined {
  const request = requestOf(log.approved, step);
  if (request !== "create" && isMadeByOthers(log)) return undefined;
  return maySend(log, request) || isDetachedOnly(log, step) ? request : undefined;
}

/** Somebody else has created the object of a create: it is not adopted unless that was approved. */
export function isMadeByOthers({ approved: { action, adopts = true }, results }: AttemptLog): boolean {
  const created = results.get("create")?.answer;
  return action === "create" && !adopts && created !== "answered" && created !== "no answer";
}

/** Some services answer `"deleted": false` and detach a host name all the same: then a move still has to attach it. */
function isDetachedOnly({ mayBeDetached, results, sends }: AttemptLog, { action }: Step): boolean {
  const isRefused = results.get("move")?.answer === "refused";
  return isRefused && mayBeDetached === true && action === "create" && sends.get("move") === 1;
}

/** The request that makes a step that is left of an approved one. */
function requestOf({ kind, action, settings = {} }: Step, left: Step): WriteRequest {
  const isNew = kind === "project" && action === "create" && left.action === "update";
  // A project that was there may differ in more than its settings.
  const isOfSettings = left.changes.every(({ path }) => Object.hasOwn(settings, path.split(".")[0] ?? ""));
  if (isNew && isOfSettings) return "settings";
  return action === "move" ? "move" : left.action;
}

/** Whether a step that is left is the rest of an approved one. After a create, an object with an earlier slug is another one. */
export function isContinuation(log: AttemptLog, left: Step): boolean {
  const { approved, results } = log;
  if (left.action === "update" && isMadeByOthers(log)) return false;
  const create = results.get("create")?.answer;
  const mayBeMade = approved.action === "create" && (create === "answered" || create === "no answer");
  const isRenamed = left.kind === "project" && left.changes.some(({ path }) => path === "slug");
  return covers(approved, left) && !(mayBeMade && left.action === "update" && isRenamed);
}

/** The request whose answer says why a step is left of an approved one. */
export function requestFor(log: AttemptLog, left: Step): WriteRequest {
  const { approved, results } = log;
  const request = requestOf(approved, left);
  const isShown = left.action === "update" && (approved.action === "update" || isContinuation(log, left));
  if (isShown || approved.action === "move") return request;
  // The object does not show, whatever was written last.
  const last = [...results].findLast(([, { answer }]) => answer === "answered" || answer === "no answer");
  return last?.[0] ?? request;
}

/** A create without an answer is never sent twice, and neither is that of an object that was found. A host name may be: it is its address. */
function maySend({ approved: { kind }, results, sends }: AttemptLog, request: WriteRequest): boolean {
  if ((sends.get(request) ?? 0) >= MOST_SENDS) return false;
  if (request === "create" && results.has("update")) return false;
  const last = results.get(request)?.answer;
  if (last === undefined || last === "not sent") return true;
  return last === "no answer" && (request !== "create" || kind === "domain");
}

/** Whether anything was sent that may have had an effect. */
export function mayHaveEffect({ results }: AttemptLog): boolean {
  // A move that was refused may have detached the host name.
  return [...results].some(
    ([request, { answer }]) => answer !== "not sent" && (answer !== "refused" || request === "move"),
  );
}

/** Whether a request was answered. False without an entry. */
export function isAnswered(log: AttemptLog | undefined, request: WriteRequest): boolean {
  return log?.results.get(request)?.answer === "answered";
}

/** Whether a deletion did not find its object. Only its list says whether that is gone: the service may know it by another name than it shows. */
export function wasNotFound({ results }: AttemptLog): boolean {
  const deletion = results.get("delete");
  return deletion?.answer === "answered" && deletion.wasGone === true;
}

/** Whether an answer says that the object is there now. */
export function wasCreated(log: AttemptLog): boolean {
  return isAnswered(log, "create") || isAnswered(log, "move");
}

/** Whether an answer leaves open what became of a request: there is none, or a host name is taken, perhaps by this very object. */
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
