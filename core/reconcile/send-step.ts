import type { Client } from "../api/client.ts";
import { isNotFound, RefusedError } from "../api/errors.ts";
import { READ_DELAYS, type Run, paused } from "./run.ts";
import { upToDate } from "./fresh.ts";
import { nextRequest, note, type Entry, type Request, type Sent } from "./ledger.ts";
import { recordsOf } from "./listed.ts";
import { attachReleased, move } from "./move.ts";
import { sendCreate } from "./send-create.ts";
import { write } from "./write.ts";
import { valueOf } from "./snapshot.ts";
import { nameOf, type Step } from "./step.ts";

export interface Round {
  readonly run: Run;
  readonly turn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly touched: Set<Entry>;
}

export async function writeChild(step: Step, round: Round): Promise<void> {
  const { run } = round;
  const entry = entryOf(step, run);
  const projectId = step.projectId ?? run.created.get(step.project);
  if (projectId === undefined) {
    entry.held = { message: "Its project was not created, or its creation is not confirmed." };
    return;
  }
  await sendStep({ ...step, projectId }, entry, round);
}

/** Sends the one request of a step, if it is still planned. */
export async function sendStep(step: Step, entry: Entry, round: Round): Promise<void> {
  const { run, turn } = round;
  const request = nextRequest(entry, step);
  if (request === undefined) return;
  // A move may wait for minutes: nothing else waits for it.
  const inTurn: Round["turn"] = request === "move" ? (work) => work() : turn;
  await inTurn(async () => {
    const now = run.gate.signal.aborted
      ? { message: String(run.gate.signal.reason) }
      : await upToDate(step, entry, run);
    if ("message" in now || nextRequest(entry, now) !== request) {
      entry.held =
        "message" in now ? now : { message: "The service shows it, and does not find it by its id. Run this again." };
      round.touched.add(entry);
      return;
    }
    const { projectId = "" } = step;
    entry.projectId = projectId;
    const isNew = run.created.has(step.project);
    entry.before ??= recordsOf(entry, run.observer.snapshot);
    await attempt(now, entry, request, round, () => {
      if (request === "move") return move(now, entry, projectId, run);
      const { onLateRelease } = run.alone ?? {};
      const known = idsOfComponents(projectId, run);
      const writing = () => write(now, run.gated, projectId, known);
      const isCreate = request === "create" && now.kind === "component";
      const sendOnce = () => (isCreate ? sendCreate(now, entry, { projectId, known }, run, writing) : writing());
      const sending = (): Promise<Sent> =>
        request === "create" && onLateRelease !== undefined
          ? attachReleased(run.gated, projectId, String(now.body["name"]), onLateRelease)
          : sendOnce();
      // What this run created itself may be found late, too.
      return isNew || entry.answers.has("create") ? whileLate(run.gated, projectId, sending) : sending();
    });
  });
}

/** Sends one request, if writes are still allowed, and notes its answer. */
export async function attempt(
  step: Step,
  entry: Entry,
  request: Request,
  { run, touched }: Round,
  sending: () => Promise<Sent>,
): Promise<void> {
  if (run.gate.signal.aborted) {
    entry.held = { message: String(run.gate.signal.reason) };
    return;
  }
  const isFirst = entry.answers.size === 0;
  note(entry, request, step, await sending());
  touched.add(entry);
  if (isFirst) run.onWritten(entry);
}

/** "Not found", in any words, below a project that this run created is late: it is sent again within the settle window. */
export async function whileLate(client: Client, projectId: string, sending: () => Promise<Sent>): Promise<Sent> {
  let sent = await sending();
  for (const delay of READ_DELAYS.filter((each) => each > 0)) {
    const isLate =
      sent.became === "refused" &&
      sent.error instanceof RefusedError &&
      (sent.error.status === 404 || isNotFound(sent.error));
    if (!isLate) return sent;
    if (!(await paused(client, delay, `for project ${projectId} to be found`))) return sent;
    const again = await sending();
    if (again.became === "not sent") return sent;
    sent = again;
  }
  return sent;
}

export function hold(steps: readonly Step[], message: string, run: Run): void {
  for (const step of steps) entryOf(step, run).held = { message };
}

/** What the run did for the object of a step. */
export function entryOf(step: Step, { entries }: Run): Entry {
  const entry = entries.get(nameOf(step));
  if (entry === undefined) throw new Error(`${nameOf(step)} was not approved.`);
  return entry;
}

function idsOfComponents(projectId: string, { observer }: Run): ReadonlySet<string> {
  return new Set(valueOf(observer.snapshot.components.get(projectId))?.map(({ id }) => id));
}
