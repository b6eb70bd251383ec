import { isNotDeleted } from "../api/errors.ts";
import type { Sent } from "./sent.ts";
import type { Step } from "./step.ts";

/** What a run did for one object. */
export interface Entry {
  /** The step as it was approved. */
  readonly approved: Step;
  readonly answers: Map<Request, Sent>;
  readonly sends: Map<Request, number>;
  /** The step as it was sent last. */
  sent?: Step;
  /** What was read of it before its update. */
  before?: Records;
  /** The id that an answer gave. */
  id?: string;
  /** The project that it was written into. */
  projectId: string | undefined;
  /** A plan after its last write had nothing left to do for it. A list that goes back in time later says nothing. */
  isSeen?: boolean;
  /** The lists did not show it as it is within the settle window. */
  isLate?: boolean;
  /** Its list showed what was created. */
  isListed?: boolean;
  /** Why it was not sent, or not again. */
  held?: Hold;
}

/** What was read of an object. */
export interface Records {
  readonly listed: object | undefined;
  readonly single: object | undefined;
}

/** The requests of one object. `settings`: those of a new project. */
export type Request = "create" | "settings" | "update" | "delete" | "move";

/** Why a request was not sent. */
export interface Hold {
  readonly message: string;
  /** The next run would not send it either. */
  readonly isFailure?: boolean;
  /** What would be deleted with a project. */
  readonly stays?: readonly string[];
}

export function openEntry(approved: Step): Entry {
  return { approved, answers: new Map(), sends: new Map(), projectId: approved.projectId };
}

/** Notes an answer. "No answer" stays until the same request is answered: what refuses it later may be its own effect. */
export function note(entry: Entry, request: Request, step: Step, sent: Sent): void {
  entry.sends.set(request, (entry.sends.get(request) ?? 0) + 1);
  const before = entry.answers.get(request);
  const isInDoubt = before?.became === "no answer" && sent.became !== "answered";
  entry.answers.set(request, isInDoubt ? before : sent);
  entry.sent = step;
  entry.isSeen = false;
  delete entry.held;
  delete entry.isLate;
  if (sent.became === "answered" && sent.id !== undefined) entry.id = sent.id;
  // A create that found its object there.
  else if (step.id !== undefined) entry.id ??= step.id;
}

/** A request is sent at most so often. */
export const MOST_SENDS = 3;

/** The request that a step needs next. `undefined` if that may not be sent, or not again. */
export function nextRequest(entry: Entry, step: Step): Request | undefined {
  const request = requestOf(entry.approved, step);
  if (request !== "create" && isOfOthers(entry)) return undefined;
  return maySend(entry, request) || isDetachedOnly(entry, step) ? request : undefined;
}

/** Somebody else has created the object of a create: it is not adopted unless that was approved. */
export function isOfOthers({ approved: { action, adopts = true }, answers }: Entry): boolean {
  const created = answers.get("create")?.became;
  return action === "create" && !adopts && created !== "answered" && created !== "no answer";
}

/** Some services answer `"deleted": false` and detach a host name all the same: then a move still has to attach it. */
function isDetachedOnly({ answers, sends }: Entry, { action }: Step): boolean {
  const moved = answers.get("move");
  return moved?.became === "refused" && isNotDeleted(moved.error) && action === "create" && sends.get("move") === 1;
}

/** The request that makes a step that is left of an approved one. */
export function requestOf({ kind, action, settings = {} }: Step, left: Step): Request {
  const isNew = kind === "project" && action === "create" && left.action === "update";
  // A project that was there may differ in more than its settings.
  const isOfSettings = left.changes.every(({ path }) => Object.hasOwn(settings, path.split(".")[0] ?? ""));
  if (isNew && isOfSettings) return "settings";
  return action === "move" ? "move" : left.action;
}

/** A create without an answer is never sent twice. A host name may be: it is its address. */
function maySend({ approved: { kind }, answers, sends }: Entry, request: Request): boolean {
  if ((sends.get(request) ?? 0) >= MOST_SENDS) return false;
  const last = answers.get(request)?.became;
  if (last === undefined || last === "not sent") return true;
  return last === "no answer" && (request !== "create" || kind === "domain");
}

/** Whether anything was sent that may have had an effect. */
export function mayHaveEffect({ answers }: Entry): boolean {
  // A move that was refused may have detached the host name.
  return [...answers].some(
    ([request, { became }]) => became !== "not sent" && (became !== "refused" || request === "move"),
  );
}
