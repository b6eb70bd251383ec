import type { Client } from "../api/client.ts";
import {
  isConflict,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  NotDeletedError,
  RefusedError,
} from "../api/errors.ts";
import { UNREADABLE_OWNER } from "../api/records.ts";
import { FRESH } from "../api/retry.ts";
import { domainsByHostName, hostNameOf } from "../resources/domain.ts";
import { isOthers, ownerOf } from "../resources/owner.ts";
import { paused, type LoopRun } from "./loop-run.ts";
import { SETTLE_WINDOW } from "./settle.ts";
import { PATIENT_AFTER } from "./throttled.ts";
import { MOST_SENDS, type AttemptLog, send, type WriteResult } from "./attempts.ts";
import { attach } from "./write.ts";
import { poll } from "./poll.ts";
import { bySpelling } from "./try-spellings.ts";
import type { Step } from "./step.ts";

/** Milliseconds for which attaching a detached host name is tried: it is offline until then. */
const ATTACH_TIMEOUT = 300_000;
/** Milliseconds between two tries. */
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

interface MoveCalls {
  readonly whyChanged: () => Promise<WriteResult | undefined>;
  readonly onDetached: () => void;
}

/** A project that a host name may be attached to, and how it is spelled there. */
interface Target {
  readonly projectId: string;
  readonly name: string;
}

/**
 * - `old`: its old project has it still.
 * - `unknown`: its detachment got no answer.
 * - `not found`: its old project does not find it, which only its list confirms.
 * - `none`: detached.
 */
type Whereabouts = "old" | "unknown" | "not found" | "none";

/**
 * Moves a host name: detaches it from its old project, and attaches it to the new one. A refusal that may pass is tried again for five
 * minutes, because the host name is offline until then. Any other refusal gives it back to its old project; if that refuses too, both
 * are tried in turn, three times more after the five minutes. It goes on after a stop: only the detachment is not sent then. `whyChanged`: why
 * nothing may be written into the new project, or not now. `onDetached`: called when the detachment is over.
 *
 * Where this run may have detached it in an earlier round, and the old project shows it no more, only the rest is done.
 */
export async function move(
  step: Step,
  log: AttemptLog,
  projectId: string,
  { gated, unstoppable: client, gate, created }: Pick<LoopRun, "gated" | "unstoppable" | "gate" | "created">,
  { whyChanged, onDetached }: MoveCalls,
): Promise<WriteResult> {
  const to: Target = { projectId, name: String(step.body["name"]) };
  const from = step.from ?? (log.mayBeDetached === true ? log.approved.from : undefined);
  if (from === undefined) return attach(gated, projectId, to.name);
  /** When the new project was read last. */
  let decidedAt = client.now();
  const detached = step.from === undefined ? ({ answer: "answered" } as const) : await detach(from, log, gated);
  onDetached();
  let at = await whereAfter(detached, from, client);
  if (at === "old") return detached;
  // Somebody else has detached it: then it is not given back. After an attempt without an answer, this run may have.
  const isOurs = at !== "not found" || log.mayBeDetached === true;
  const began = client.now();
  /** The targets that an attachment without an answer may have reached. */
  const mayHaveIt = new Set<Target>();
  let decisions = 1;
  /** Tries to give it back after the five minutes: the host name is offline until one succeeds. */
  let lastTries = 0;
  /** True if a read shows that it was given back. Within the settle window, that may be older than the detachment. */
  const isBack = async (): Promise<boolean> =>
    client.now() - began >= SETTLE_WINDOW && (await isSeen(client, from)) === true;
  for (;;) {
    const attached = await client.inFirstTurn(async () => {
      // A wait may have taken minutes.
      const isOld = client.now() - decidedAt > FRESH;
      const changed = isOld ? await whyChanged() : undefined;
      if (isOld) [decidedAt, decisions] = [client.now(), decisions + 1];
      // Not after a pause that the service asks for: the project is read again then.
      const inTime = decisions > PATIENT_AFTER ? client : client.withWritesBy(decidedAt + FRESH, true);
      return changed ?? shown(await attach(inTime, projectId, to.name), to.name);
    });
    if (attached.answer === "answered") return attached;
    if (attached.answer === "no answer") mayHaveIt.add(to);
    // A gateway may have sent it twice, and pass on the refusal of the second.
    const mayBeThere = isConflict(attached.error) || mayHaveIt.has(to) || !isOurs;
    if (mayBeThere && (await shows(client, to))) return { answer: "answered", id: to.name };
    const { error } = attached;
    // The service may not find a project at once that this run created.
    const isLate = created.has(step.project) && isNotFound(error) && client.now() - began < SETTLE_WINDOW;
    const undone = (): WriteResult => end(log, "refused", new MoveUndoneError(to.name, from.projectId, error));
    if (isLate || mayBeReleased(attached)) {
      if (mayHaveIt.has(from) && (await isBack())) return undone();
      if (at === "unknown" && (await shows(client, from)) === false) at = "none";
      const hasLeft = at === "none" || (at === "not found" && (await lists(client, from)) === false);
      // A list that still shows what was not found there may be older than an attachment without an answer.
      if (!hasLeft) return at === "not found" && mayHaveIt.has(to) ? { answer: "no answer", error } : detached;
      // After a stop each project is tried once.
      const isPatient = client.now() - began < ATTACH_TIMEOUT && !gate.signal.aborted;
      if (isPatient && (await waited(client, began, to.name))) continue;
    }
    if (!isOurs) return attached;
    const answer = await attach(client, from.projectId, from.name);
    const doubted = shown(answer, from.name);
    const back = doubted === answer || (await isSeen(client, from)) === false ? doubted : answer;
    if (back.answer === "answered") return undone();
    // It conflicts with itself, if the answer to the detachment was not the service's.
    if ((mayHaveIt.has(from) || isConflict(back.error)) && (await isBack())) return undone();
    if (back.answer === "no answer") mayHaveIt.add(from);
    if (client.now() - began >= ATTACH_TIMEOUT) lastTries += 1;
    if (isUnauthenticated(back.error) || lastTries >= MOST_SENDS || !(await waited(client, began, to.name)))
      return end(
        log,
        mayHaveIt.size > 0 ? "no answer" : "refused",
        new NotMovedError(from.projectId, error, back.error),
      );
  }
}

/** Both projects were tried: a later round does not begin again. */
function end(log: AttemptLog, answer: "refused" | "no answer", error: Error): WriteResult {
  log.mayBeDetached = false;
  return { answer, error, isFinal: true };
}

async function detach({ projectId, name }: Target, log: AttemptLog, client: Client): Promise<WriteResult> {
  const result = await send(async () => {
    await bySpelling("domain", name, (each) => client.domains.delete(projectId, each));
    return {};
  });
  const { answer } = result;
  // Some services answer `"deleted": false`, and detach it all the same.
  if (answer === "answered" || answer === "no answer" || isDenied(result)) log.mayBeDetached = true;
  return result;
}

async function whereAfter(detached: WriteResult, from: Target, client: Client): Promise<Whereabouts> {
  if (detached.answer === "answered") return "none";
  if (detached.answer === "no answer") return "unknown";
  if (isDenied(detached)) return (await shows(client, from)) === false ? "none" : "old";
  return detached.answer === "refused" && isNotFound(detached.error) ? "not found" : "old";
}

function isDenied(result: WriteResult): boolean {
  return result.answer === "refused" && result.error instanceof NotDeletedError;
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
  const { last } = await poll<{ attached: WriteResult; isOver: boolean }>(
    client,
    { delays: releaseDelays(client, began), reason: () => `for ${name} to be released` },
    async () => {
      const attached = await attach(client, projectId, name);
      const mayPass = attached.answer === "refused" && mayBeReleased(attached);
      const isOver = !mayPass || client.now() - began >= ATTACH_TIMEOUT;
      if (!isOver) onLate();
      return { attached, isOver };
    },
    ({ isOver }) => isOver,
  );
  return last.attached;
}

/** 409 and 423 while the name is being released, and what is no refusal. */
function mayBeReleased(attached: Exclude<WriteResult, { answer: "answered" }>): boolean {
  const { answer, error } = attached;
  if (answer !== "refused") return !isUnauthenticated(error);
  return isConflict(error) || (error instanceof RefusedError && error.status === 423);
}

/** True if a project has a host name, by a read of it alone, or by the list if that is refused. `undefined` if it cannot be read. */
async function shows(client: Client, { projectId, name }: Target): Promise<boolean | undefined> {
  try {
    const shown = await bySpelling("domain", name, (each) => client.domains.get(projectId, each));
    return ownerOf("domain", shown) === UNREADABLE_OWNER ? undefined : !isOthers("domain", shown, projectId);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (isNotFound(error)) return false;
    return error instanceof RefusedError ? lists(client, { projectId, name }) : undefined;
  }
}

/** True if a project has a host name, by a read of it alone or by the list: what either shows is not gone. */
async function isSeen(client: Client, target: Target): Promise<boolean | undefined> {
  const isShown = await shows(client, target);
  return isShown === false ? lists(client, target) : isShown;
}

/** True if a project's list shows a host name, in any spelling. `undefined` if it cannot be read. A project that is gone has none. */
async function lists(client: Client, { projectId, name }: Target): Promise<boolean | undefined> {
  try {
    return domainsByHostName(await client.domains.list(projectId)).has(hostNameOf({ name }));
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return isNotFound(error) ? false : undefined;
  }
}

/** Waits before the next try. False if the run is stopped. */
function waited(client: Client, began: number, name: string): Promise<boolean> {
  return paused(client, intervalAfter(client, began), `for ${name} to be released`);
}

function* releaseDelays(client: Client, began: number): Generator<number> {
  for (;;) yield intervalAfter(client, began);
}

/** As long as it was tried so far, within limits: most services release a host name within seconds. */
function intervalAfter(client: Client, began: number): number {
  return Math.min(Math.max(client.now() - began, FIRST_INTERVAL), LONGEST_INTERVAL);
}
