import type { Client } from "../api/client.ts";
import {
  isConflict,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  NotDeletedError,
  RefusedError,
  StoppedError,
} from "../api/errors.ts";
import { UNREADABLE_OWNER } from "../api/records.ts";
import { domainsByHostName, hostNameOf } from "../resources/domain.ts";
import { isOthers, ownerOf } from "../resources/owner.ts";
import { SETTLE_WINDOW, paused, type LoopRun } from "./loop-run.ts";
import { MOST_SENDS, type AttemptLog, send, type WriteResult } from "./attempts.ts";
import { attach } from "./write.ts";
import { bySpelling } from "./spelled.ts";
import type { Step } from "./step.ts";

/** Milliseconds for which attaching a detached host name is tried: it is offline until then. */
const ATTACH_TIMEOUT = 300_000;
/** Milliseconds between two tries: short at first, because most services release a host name within seconds. */
const FIRST_INTERVAL = 1_000;
const LONGEST_INTERVAL = 10_000;

/** A host name was not attached to its new project. Its old one has it: again, or still. */
export class MoveUndoneError extends Error {
  override readonly name = "MoveUndoneError";

  constructor(name: string, from: string, cause: Error) {
    super(`${cause.message} ${name} is attached to ${from}.`, { cause });
  }
}

/** A host name was detached from its old project, and attaching it to the new one and to the old one failed. */
export class NotMovedError extends Error {
  override readonly name = "NotMovedError";

  constructor(from: string, cause: Error, again: Error) {
    super(`Moving it failed: ${cause.message} Attaching it to ${from} again failed too: ${again.message}`, { cause });
  }
}

/**
 * Moves a host name: detaches it from its old project, and attaches it to the new one. A refusal that may pass is tried again for five
 * minutes, because the host name is offline until then. Any other refusal gives it back to its old project; if that refuses too, both
 * are tried in turn, three times more after the five minutes. It goes on after a stop: only the detachment is not sent then.
 *
 * Where this run may have detached it in an earlier round, and the old project shows it no more, only the rest is done.
 */
export async function move(
  step: Step,
  log: AttemptLog,
  projectId: string,
  { gated, unstoppable, gate, created }: Pick<LoopRun, "gated" | "unstoppable" | "gate" | "created">,
): Promise<WriteResult> {
  const name = String(step.body["name"]);
  const from = step.from ?? (log.mayBeDetached === true ? log.approved.from : undefined);
  if (from === undefined) return attach(gated, projectId, name);
  const detached: WriteResult =
    step.from === undefined
      ? { answer: "answered" }
      : await send(() =>
          bySpelling("domain", from.name, (each) => gated.domains.delete(from.projectId, each)).then(() => ({})),
        );
  // Some services answer `"deleted": false`, and detach it all the same.
  const isDenied = detached.answer === "refused" && detached.error instanceof NotDeletedError;
  const wasGone = detached.answer === "refused" && isNotFound(detached.error);
  if (detached.answer === "answered" || detached.answer === "no answer" || isDenied) log.mayBeDetached = true;
  // Somebody else has detached it: then it is not put back. After an attempt without an answer, this run may have.
  const isOurs = !wasGone || log.mayBeDetached === true;
  let isDetached =
    detached.answer === "answered" || wasGone || (isDenied && (await shows(unstoppable, from)) === false);
  if (!isDetached && detached.answer !== "no answer") return detached;
  const began = unstoppable.now();
  const mayTakeLonger = (): boolean => unstoppable.now() - began < ATTACH_TIMEOUT;
  let mayBeAttached = false;
  let mayBeBack = false;
  /** Tries to give it back after the five minutes: the host name is offline until one succeeds. */
  let lastTries = 0;
  for (;;) {
    const attached = shown(await attach(unstoppable, projectId, name), name);
    if (attached.answer === "answered") return attached;
    mayBeAttached ||= attached.answer === "no answer";
    if ((mayBeAttached || !isOurs) && (await shows(unstoppable, { projectId, name })))
      return { answer: "answered", id: name };
    const { error } = attached;
    // The service may not find a project at once that this run created.
    const isLate = created.has(step.project) && isNotFound(error) && unstoppable.now() - began < SETTLE_WINDOW;
    const mayPass = isLate || mayBeReleased(attached);
    isDetached ||= mayPass && (await shows(unstoppable, from)) === false;
    if (mayPass && (!isDetached || (wasGone && (await lists(unstoppable, from)) !== false))) return detached;
    // After a stop each project is tried once.
    const isPatient = mayTakeLonger() && !gate.signal.aborted;
    if (mayPass && isPatient && (await waited(unstoppable, began, name))) continue;
    if (!isOurs) return attached;
    const back = await attach(unstoppable, from.projectId, from.name);
    // Within the settle window, a read may be older than the detachment.
    const isSettled = unstoppable.now() - began >= SETTLE_WINDOW;
    // It conflicts with itself, if the answer to the detachment was not the service's.
    const mayBeThere = back.answer !== "answered" && isSettled && (mayBeBack || isConflict(back.error));
    if (back.answer === "answered" || (mayBeThere && (await shows(unstoppable, from))))
      return ended("refused", new MoveUndoneError(name, from.projectId, error));
    mayBeBack ||= back.answer === "no answer";
    if (!mayTakeLonger()) lastTries += 1;
    if (isUnauthenticated(back.error) || lastTries >= MOST_SENDS || !(await waited(unstoppable, began, name))) {
      const failure = new NotMovedError(from.projectId, error, back.error);
      return ended(mayBeAttached || mayBeBack ? "no answer" : "refused", failure);
    }
  }

  /** Both projects were tried: a later round does not begin again. */
  function ended(answer: "refused" | "no answer", error: Error): WriteResult {
    log.mayBeDetached = false;
    return { answer, error, isFinal: true };
  }
}

/** An answer that does not show the host name may be a gateway's: it is attached only if a read shows it. */
function shown(attached: WriteResult, name: string): WriteResult {
  if (attached.answer !== "answered" || attached.record !== undefined) return attached;
  return { answer: "no answer", error: new Error(`The answer to the attachment of ${name} does not show it.`) };
}

/** Attaches a host name that was detached a moment ago. `onLate`: called for each refusal that may pass. */
export async function attachReleased(
  client: Client,
  projectId: string,
  name: string,
  onLate: () => void,
): Promise<WriteResult> {
  const began = client.now();
  for (;;) {
    const attached = await attach(client, projectId, name);
    const mayPass = attached.answer === "refused" && mayBeReleased(attached);
    if (!mayPass || client.now() - began >= ATTACH_TIMEOUT) return attached;
    onLate();
    if (!(await waited(client, began, name))) return attached;
  }
}

/** 409 and 423 while the name is being released, and what is no refusal. */
function mayBeReleased(attached: Exclude<WriteResult, { answer: "answered" }>): boolean {
  const { answer, error } = attached;
  if (answer !== "refused") return !isUnauthenticated(error);
  return isConflict(error) || (error instanceof RefusedError && error.status === 423);
}

/** Whether a project has a host name, by a read of it alone. `undefined` if that cannot be read. */
async function shows(
  client: Client,
  { projectId, name }: { readonly projectId: string; readonly name: string },
): Promise<boolean | undefined> {
  try {
    const shown = await bySpelling("domain", name, (each) => client.domains.get(projectId, each));
    return ownerOf("domain", shown) === UNREADABLE_OWNER ? undefined : !isOthers("domain", shown, projectId);
  } catch (error) {
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
    return isNotFound(error) ? false : undefined;
  }
}

/** Whether a project's list shows a host name, in any spelling. `undefined` if it cannot be read. */
async function lists(
  client: Client,
  { projectId, name }: { readonly projectId: string; readonly name: string },
): Promise<boolean | undefined> {
  try {
    return domainsByHostName(await client.domains.list(projectId)).has(hostNameOf({ name }));
  } catch (error) {
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
    return undefined;
  }
}

/** Waits before the next try. False if the run is stopped. */
function waited(client: Client, began: number, name: string): Promise<boolean> {
  const interval = Math.min(Math.max(client.now() - began, FIRST_INTERVAL), LONGEST_INTERVAL);
  return paused(client, interval, `for ${name} to be released`);
}
