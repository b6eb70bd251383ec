import type { LimitFunction } from "p-limit";
import type { Client } from "../api/client.ts";
import { isNotFound, RefusedError } from "../api/errors.ts";
import { FRESH } from "../api/retry.ts";
import { type LoopRun, paused } from "./loop-run.ts";
import { READ_DELAYS } from "./poll.ts";
import { freshUntil } from "./freshness.ts";
import { whyProjectChanged } from "./parent-projects.ts";
import { upToDate } from "./reread-before-write.ts";
import {
  isMadeByOthers,
  nextRequest,
  note,
  type AttemptLog,
  type SkipReason,
  type WriteRequest,
  type WriteResult,
} from "./attempts.ts";
import { isStale, isThrottled, LONGEST_PAUSE, MOST_ATTEMPTS, PATIENT_AFTER, pauseIsOver } from "./throttled.ts";
import { recordsOf } from "./read-by-id.ts";
import { attachReleased, move } from "./move.ts";
import { sendCreate } from "./send-create.ts";
import { write } from "./write.ts";
import { valueOf } from "./snapshot.ts";
import { nameOf, type Step } from "./step.ts";

export interface WriteRound {
  readonly run: LoopRun;
  readonly turn: LimitFunction;
  readonly touched: Set<AttemptLog>;
  /**
   * `since`: since when all writes were refused because there are too many, in milliseconds since the epoch. `isStrict`: also one that was
   * decided after its pause.
   */
  readonly throttled: { since: number; isStrict: boolean };
}

export async function writeChild(step: Step, round: WriteRound): Promise<void> {
  const { run } = round;
  const log = entryOf(step, run);
  const projectId = step.projectId ?? run.created.get(step.project);
  if (projectId === undefined) {
    const { aborted, reason } = run.gate.signal;
    log.skipped = {
      message: aborted ? String(reason) : "Its project was not created, or its creation is not confirmed.",
    };
    return;
  }
  await sendStep({ ...step, projectId }, log, round);
}

/**
 * Sends the one request of a step, if it is still planned. `whyStays`: a reason why it is not, beside what has changed. Default: none. What waits
 * for too long, or is refused because there are too many requests, is decided again.
 */
export async function sendStep(
  step: Step,
  log: AttemptLog,
  round: WriteRound,
  whyStays: () => Promise<SkipReason | undefined> = async () => undefined,
): Promise<void> {
  const { run, turn } = round;
  const request = nextRequest(log, step);
  if (request === undefined) {
    if (isMadeByOthers(log, step.id)) log.skipped = { message: APPEARED };
    return;
  }
  const { projectId = "" } = step;
  const changeOf = async (): Promise<Step | SkipReason> => {
    if (run.gate.signal.aborted) return { message: String(run.gate.signal.reason) };
    const now = await upToDate(step, log, run);
    // Last: what is in a project would be deleted with it.
    return "message" in now ? now : ((await whyStays()) ?? now);
  };
  let pausedAt = Number.POSITIVE_INFINITY;
  /** Resolves when the next one may have the turn. `undefined`: it is not sent. */
  const decideAndSend = async (attempts: number): Promise<Sending | undefined> => {
    // It has waited for its turn, and no other write was answered meanwhile.
    if (run.client.now() - round.throttled.since >= LONGEST_PAUSE) return undefined;
    const now = await changeOf();
    if ("message" in now || nextRequest(log, now) !== request) {
      log.skipped = "message" in now ? now : { message: isMadeByOthers(log, now.id) ? APPEARED : NOT_BY_ID };
      round.touched.add(log);
      return undefined;
    }
    log.projectId = projectId;
    const { promise: detached, resolve: onDetached } = Promise.withResolvers<void>();
    const sending = sendDecided(now, log, request, { projectId, attempts, onDetached }, round);
    // A move may wait for minutes: nothing else waits for it.
    await (request === "move" ? Promise.race([detached, sending]) : sending);
    return { sending };
  };
  for (let attempts = 1; ; attempts += 1) {
    // What was late goes the safe way: no more at once than are sent at once.
    const inTurn = attempts === 1 ? turn : run.client.inTurn;
    const result = await (await inTurn(() => decideAndSend(attempts)))?.sending;
    if (result === undefined || attempts >= MOST_ATTEMPTS) return;
    if (isStale(result)) continue;
    // A create is looked up before it is sent again (send-create.ts), but that of a host name, which is its own address.
    if ((request === "create" && step.kind !== "domain") || !isThrottled(result, run)) return;
    pausedAt = Math.min(pausedAt, run.client.now());
    round.throttled.isStrict ||= attempts >= PATIENT_AFTER;
    if (!(await pauseIsOver(attempts, run, pausedAt))) return;
  }
}

const APPEARED = "It appeared since the plan was made: nothing was sent. Run plan.";
const NOT_BY_ID = "The service lists it, but does not find it by its id. Run this again.";

interface Sending {
  readonly sending: Promise<WriteResult | undefined>;
}

interface Decided {
  readonly projectId: string;
  /** The first one is decided beside many, and the others among as few as are sent at once. */
  readonly attempts: number;
  /** Called when a host name has left its old project, or has not. */
  readonly onDetached: () => void;
}

function sendDecided(
  now: Step,
  log: AttemptLog,
  request: WriteRequest,
  { projectId, attempts, onDetached }: Decided,
  round: WriteRound,
): Promise<WriteResult | undefined> {
  const { run } = round;
  log.before ??= recordsOf(log, run.observer.snapshot);
  // An object that this run created itself may be found late, and its project too.
  const mayBeLate = run.created.has(now.project) || (log.results.get("create")?.answer ?? "not sent") !== "not sent";
  const onLateRelease = request === "create" ? run.singleObject?.onLateRelease : undefined;
  const isPatient = mayBeLate || onLateRelease !== undefined;
  const isLate = attempts > 1;
  // Where the reads of a decision use up what the service takes, the write waits as long as it is asked to.
  const waits = attempts > PATIENT_AFTER || (isLate && round.throttled.isStrict);
  const startsBy = isLate ? run.client.now() + FRESH : freshUntil(now, run);
  const gated = isPatient ? run.gated : run.gated.withWritesBy(waits ? Number.POSITIVE_INFINITY : startsBy, isLate);
  return attempt(now, log, request, round, () => {
    if (request === "move") {
      const whyChanged = () => whyProjectChanged(projectId, now, run);
      return move(now, log, projectId, { ...run, gated }, { whyChanged, onDetached });
    }
    const known = idsOfComponents(projectId, run);
    const writing = () => write(now, gated, projectId, known);
    const sending = (): Promise<WriteResult> => {
      if (onLateRelease !== undefined) return attachReleased(gated, projectId, String(now.body["name"]), onLateRelease);
      const isCreate = request === "create" && now.kind === "component";
      return isCreate ? sendCreate(now, log, { projectId, known }, run, writing) : writing();
    };
    return mayBeLate ? whileLate(gated, projectId, sending) : sending();
  });
}

/** Sends one request, if writes are still allowed, and notes its answer. `undefined` if they are not. */
export async function attempt(
  step: Step,
  log: AttemptLog,
  request: WriteRequest,
  { run, touched, throttled }: WriteRound,
  sending: () => Promise<WriteResult>,
): Promise<WriteResult | undefined> {
  if (run.gate.signal.aborted) {
    log.skipped = { message: String(run.gate.signal.reason) };
    return undefined;
  }
  const isFirst = log.sends.size === 0;
  const result = await sending();
  if (isThrottled(result, run)) throttled.since = Math.min(throttled.since, run.client.now());
  else if (!isStale(result)) throttled.since = Number.POSITIVE_INFINITY;
  note(log, request, step, result, isStale(result) || isThrottled(result, run));
  touched.add(log);
  if (isFirst && log.sends.size > 0) run.onWritten(log);
  return result;
}

/** "Not found", in any words, below a project that this run created is late: it is sent again within the settle window. */
export async function whileLate(
  client: Client,
  projectId: string,
  sending: () => Promise<WriteResult>,
): Promise<WriteResult> {
  let result = await sending();
  for (const delay of READ_DELAYS.filter((each) => each > 0)) {
    const isLate =
      result.answer === "refused" &&
      result.error instanceof RefusedError &&
      (result.error.status === 404 || isNotFound(result.error));
    if (!isLate) return result;
    if (!(await paused(client, delay, `for project ${projectId} to be found`))) return result;
    const again = await sending();
    if (again.answer === "not sent") return result;
    result = again;
  }
  return result;
}

export function hold(steps: readonly Step[], message: string, run: LoopRun): void {
  for (const step of steps) entryOf(step, run).skipped = { message };
}

/** The attempt log of the object of a step. */
export function entryOf(step: Step, { logs }: LoopRun): AttemptLog {
  const log = logs.get(nameOf(step));
  if (log === undefined) throw new Error(`${nameOf(step)} was not approved.`);
  return log;
}

function idsOfComponents(projectId: string, { observer }: LoopRun): ReadonlySet<string> {
  return new Set(valueOf(observer.snapshot.components.get(projectId))?.map(({ id }) => id));
}
