import type { Client } from "../api/client.ts";
import { isUnauthenticated, StoppedError } from "../api/errors.ts";
import { isAnswered, isRest, nextRequest, type Entry } from "./ledger.ts";
import { leftOf, recordsOf } from "./listed.ts";
import type { Observer, Planning } from "./observe.ts";
import { settleByAnswers } from "./answers.ts";
import type { Alone, Plans, Resends, Run } from "./run.ts";
import { settle, type Settled } from "./settle.ts";
import type { Snapshot } from "./snapshot.ts";
import { nameOf, type Stand, type Step } from "./step.ts";
import { isInOthers, writeRound } from "./write-round.ts";

export interface ReconcileOptions {
  /** Stops new writes; those that are under way are finished and looked up. */
  readonly signal?: AbortSignal;
  /** Called when the first request of an object is over. */
  readonly onWritten?: (entry: Entry) => void;
  readonly alone?: Alone;
  /** The projects that this process created, by the key of their steps. Default: none. */
  readonly created?: ReadonlyMap<string, string>;
  /**
   * Whether a component's hidden secrets are sent, by its key. Default: no. Those of a component that was found where one was to be
   * created always are.
   */
  readonly rewriteSecrets?: Resends;
  /** Writes in place of the loop, once: notes the answers in the run's entries. Returns what was tried. */
  readonly writeOnce?: (run: Run) => Promise<readonly Entry[]>;
}

/** What a run did, and what it found afterwards. */
export interface Reconciled extends Pick<Run, "entries" | "observer" | "alone"> {
  readonly stand: Stand;
  /** What the lists do not show as it is, although an answer or a read by id does. */
  readonly late: ReadonlySet<Entry>;
  /** What was written last, if nothing could be read after it. */
  readonly unsettled: ReadonlySet<Entry>;
  /** Why nothing was written any more, if so. */
  readonly closed: string | undefined;
  /** Paths of undeclared fields that an update took the value of. */
  readonly lost: (entry: Entry) => readonly string[];
}

/** Rounds of writing and looking. Each request is sent at most three times. */
const ROUNDS = 3;

/**
 * Carries out approved steps: writes, looks again, and goes on with what is left of them. Never writes what was not approved.
 * Rejects only for a bug in this program.
 */
export async function reconcile(
  client: Client,
  approved: Stand,
  observer: Observer,
  plans: Plans,
  { signal, onWritten = () => {}, rewriteSecrets = () => false, alone, created, writeOnce }: ReconcileOptions = {},
): Promise<Reconciled> {
  const gate = gateClosedBy(signal);
  const open = (step: Step): Entry => ({
    approved: step,
    answers: new Map(),
    sends: new Map(),
    projectId: step.projectId,
  });
  const entries = new Map([...approved.steps].map(([name, step]) => [name, open(step)]));
  const resends: Resends = (key) => {
    const entry = entries.get(nameOf({ kind: "component", key }));
    const isSent = isAnswered(entry, "create") || isAnswered(entry, "update");
    return !isSent && (rewriteSecrets(key) || entry?.approved.action === "create");
  };
  const reads = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      if (isUnauthenticated(error)) gate.abort("The service no longer accepts the token.");
      else if (!(error instanceof StoppedError)) throw error;
      return false;
    }
  };
  const look = async (planOf: (snapshot: Snapshot) => Planning<Stand>): Promise<Stand | undefined> => {
    let stand: Stand | undefined;
    await reads(async () => {
      stand = await observer.plan(planOf);
    });
    return stand;
  };
  const run: Run = {
    client,
    gated: client.withWriteGate(gate),
    unstoppable: client.withWriteGate(gate, { exempt: true }),
    gate,
    observer,
    entries,
    created: new Map(created),
    outwaited: new Set(),
    onWritten,
    alone,
    look: () => look((snapshot) => plans.all(snapshot, resends)),
    lookAt: (project) => look((snapshot) => plans.project(project, snapshot, resends)),
    reads,
  };
  let { stand, late }: Settled = { stand: approved, late: new Set() };
  let unsettled: ReadonlySet<Entry> = new Set();
  const lookAfter = async (touched: readonly Entry[]): Promise<void> => {
    const settled = (await settleByAnswers(touched, run)) ?? (await settle(touched, run));
    if (settled === undefined) unsettled = new Set(touched);
    else ({ stand, late } = settled);
  };
  if (writeOnce !== undefined) await lookAfter(await writeOnce(run));
  const rounds = writeOnce === undefined ? ROUNDS : 0;
  for (let round = 1; round <= rounds && !gate.signal.aborted; round += 1) {
    const steps = stepsLeft(stand, run);
    if (steps.length === 0) break;
    await lookAfter(await writeRound(steps, run));
  }
  const lost = (entry: Entry): readonly string[] => {
    const { approved, before: then } = entry;
    const now = recordsOf(entry, observer.snapshot);
    const isSingle = then?.single !== undefined && now.single !== undefined;
    // Only records of the same source can be compared.
    const [old, shown] = isSingle ? [then.single, now.single] : [then?.listed, now.listed];
    const isCompared = approved.action === "update" && !late.has(entry) && old !== undefined && shown !== undefined;
    return isCompared ? plans.lost(approved, old, shown) : [];
  };
  return {
    entries,
    stand,
    late,
    unsettled,
    observer,
    alone,
    closed: gate.signal.aborted ? String(gate.signal.reason) : undefined,
    lost,
  };
}

/** The steps that are left of the approved ones, and may be sent. */
function stepsLeft(stand: Stand, run: Run): Step[] {
  return [...stand.steps.keys()].flatMap((name) => {
    const entry = run.entries.get(name);
    const step = entry && leftOf(entry, stand, run);
    if (entry === undefined || step === undefined || !isRest(entry, step)) return [];
    return nextRequest(entry, step) === undefined || isInOthers(step, stand, run) ? [] : [step];
  });
}

/** Aborts when the run is stopped: then no write starts any more. */
function gateClosedBy(stop: AbortSignal | undefined): AbortController {
  const gate = new AbortController();
  const close = (): void => gate.abort("The run was stopped.");
  if (stop?.aborted) close();
  else stop?.addEventListener("abort", close, { once: true });
  return gate;
}
