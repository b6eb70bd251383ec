import type { Client } from "../api/client.ts";
import { isUnauthenticated } from "../api/errors.ts";
import { isAnswered, nextRequest, type AttemptLog } from "./attempts.ts";
import { leftOf, recordIn, recordsOf } from "./read-by-id.ts";
import type { Observer, Planning } from "./observe.ts";
import { settleByAnswers } from "./settle-by-answers.ts";
import type { SingleObject, Plans, ForceSecrets, LoopRun } from "./loop-run.ts";
import { settle, type SettleResult } from "./settle.ts";
import type { Snapshot } from "./snapshot.ts";
import { nameOf, type RemainingPlan, type Step } from "./step.ts";
import { isInDisputed, isInOthers, writeRound } from "./write-round.ts";

export interface ReconcileOptions {
  /** Stops new writes; those that are under way are finished and looked up. */
  readonly signal?: AbortSignal;
  /** Called when the first request of an object is over. */
  readonly onWritten?: (log: AttemptLog) => void;
  readonly singleObject?: SingleObject;
  /** The projects that this process created, by the key of their steps. Default: none. */
  readonly created?: ReadonlyMap<string, string>;
  /**
   * True if a component's hidden secrets are sent, by its key. Default: no. Those of a component that was found where one was to be
   * created always are.
   */
  readonly rewriteSecrets?: ForceSecrets;
  /** Writes in place of the loop, once: notes the answers in the run's entries. Returns what was tried. */
  readonly writeOnce?: (run: LoopRun) => Promise<readonly AttemptLog[]>;
}

/** The attempts of a run, and the plan that remains after them. */
export interface ReconcileResult extends Pick<LoopRun, "logs" | "observer" | "singleObject"> {
  readonly remaining: RemainingPlan;
  /** Objects that an answer or a read by id shows, and the lists do not. */
  readonly late: ReadonlySet<AttemptLog>;
  /** Objects that were written last, if nothing could be read after that. */
  readonly unsettled: ReadonlySet<AttemptLog>;
  /** Why nothing was written any more, if so. */
  readonly closed: string | undefined;
  /** Paths of undeclared fields that an update took the value of. */
  readonly lost: (log: AttemptLog) => readonly string[];
}

/** Rounds of writing and looking. Each request is sent at most three times. A slug that another project gives up takes one more. */
const ROUNDS = 3;

/**
 * Carries out approved steps: writes, looks again, and goes on with what is left of them. Never writes what was not approved.
 * Rejects only for a bug in this program.
 */
export async function reconcile(
  client: Client,
  approved: RemainingPlan,
  observer: Observer,
  plans: Plans,
  {
    signal,
    onWritten = () => {},
    rewriteSecrets = () => false,
    singleObject,
    created,
    writeOnce,
  }: ReconcileOptions = {},
): Promise<ReconcileResult> {
  const gate = gateClosedBy(signal);
  const open = (step: Step): AttemptLog => ({
    approved: step,
    results: new Map(),
    sends: new Map(),
    projectId: step.projectId,
    wasListed: recordIn(observer.snapshot, { ...step, projectId: step.projectId ?? "" }, step.id ?? "") !== undefined,
  });
  const logs = new Map([...approved.steps].map(([name, step]) => [name, open(step)]));
  const forceSecrets: ForceSecrets = (key) => {
    const log = logs.get(nameOf({ kind: "component", key }));
    const isSent = isAnswered(log, "create") || isAnswered(log, "update");
    return !isSent && (rewriteSecrets(key) || log?.approved.action === "create");
  };
  const reads = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      gate.abort("The service no longer accepts the token.");
      return false;
    }
  };
  const planAgain = async (
    planOf: (snapshot: Snapshot) => Planning<RemainingPlan>,
  ): Promise<RemainingPlan | undefined> => {
    let remaining: RemainingPlan | undefined;
    await reads(async () => {
      remaining = await observer.plan(planOf);
    });
    return remaining;
  };
  const run: LoopRun = {
    client,
    gated: client.withWriteGate(gate),
    unstoppable: client.withWriteGate(gate, { exempt: true }),
    gate,
    observer,
    logs,
    created: new Map(created),
    plannedAt: { time: client.now() },
    outwaited: new Set(),
    disputed: new Set(),
    onWritten,
    singleObject,
    replan: () => planAgain((snapshot) => plans.all(snapshot, forceSecrets)),
    replanProject: (project) => planAgain((snapshot) => plans.project(project, snapshot, forceSecrets)),
    reads,
  };
  let { remaining, late }: SettleResult = { remaining: approved, late: new Set() };
  let unsettled: ReadonlySet<AttemptLog> = new Set();
  const settleAfter = async (touched: readonly AttemptLog[]): Promise<void> => {
    const settled = (await settleByAnswers(touched, run)) ?? (await settle(touched, run));
    if (settled === undefined) unsettled = new Set(touched);
    else {
      ({ remaining } = settled);
      // An object that was late in an earlier round stays late: its lists are not read again.
      late = new Set([...[...late].filter((log) => !touched.includes(log)), ...settled.late]);
    }
  };
  if (writeOnce !== undefined) await settleAfter(await writeOnce(run));
  const waiting = [...approved.steps.values()].filter(({ awaits }) => awaits !== undefined).length;
  const rounds = writeOnce === undefined ? ROUNDS + waiting : 0;
  for (let round = 1; round <= rounds && !gate.signal.aborted; round += 1) {
    const steps = stepsLeft(remaining, run);
    if (steps.length === 0) break;
    await settleAfter(await writeRound(steps, run));
  }
  const lost = (log: AttemptLog): readonly string[] => {
    const { approved, before: then } = log;
    const now = recordsOf(log, observer.snapshot);
    const isSingle = then?.single !== undefined && now.single !== undefined;
    // Only records of the same source can be compared.
    const [old, shown] = isSingle ? [then.single, now.single] : [then?.listed, now.listed];
    const isCompared = approved.action === "update" && !late.has(log) && old !== undefined && shown !== undefined;
    return isCompared ? plans.lost(approved, old, shown) : [];
  };
  return {
    logs,
    remaining,
    late,
    unsettled: new Set([...unsettled, ...run.disputed]),
    observer,
    singleObject,
    closed: gate.signal.aborted ? String(gate.signal.reason) : undefined,
    lost,
  };
}

/** The steps that are left of the approved ones, and may be sent. */
function stepsLeft(remaining: RemainingPlan, run: LoopRun): Step[] {
  return [...remaining.steps.keys()].flatMap((name) => {
    const log = run.logs.get(name);
    const step = log && leftOf(log, remaining, run);
    if (log === undefined || step === undefined || nextRequest(log, step) === undefined) return [];
    return isInDisputed(step, run) || isInOthers(step, remaining, run) ? [] : [step];
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
