import type { ServiceBehaviour } from "../../../emulator/faults/schedule.ts";
import { virtualClock } from "../clock.ts";
import { inProcess } from "../in-process.ts";
import { watchCalls } from "./calls.ts";
import { checkCoverage } from "./check-coverage.ts";
import { checkEnd } from "./check-end.ts";
import { checkOutcomes } from "./check-outcomes.ts";
import { checkWaits } from "./check-waits.ts";
import { openLedger } from "./doubles.ts";
import { asWrite } from "./edits.ts";
import type { ObservedRun } from "./observed-run.ts";
import { byOthers, type ByOthers } from "./others.ts";
import { randomFrom } from "./random-from.ts";
import type { RunStep, Schedule, Step, TwoRuns } from "./schedule.ts";
import { watchService } from "../oracle/service.ts";
import type { Truth } from "../oracle/truth.ts";
import { startRun } from "./start-run.ts";
import { count, countRun, type Tally } from "./tally.ts";
import { refuse, withPatience } from "./violation.ts";

/** Milliseconds after which every list and read shows every write: the settle window. */
const SETTLED = 10_000;
/** Fields of records that no run compares. */
const TIMES = new Set(["created_at", "updated_at"]);

/**
 * Plays one schedule against a service of its own, and throws what a run did that it must not do.
 *
 * @param ended What the service held when the steps of other schedules ended, which have the same habits, last run and
 *   last files. From there the applies at the end do the same again, and are left out.
 */
export async function play(
  { seed, pageSize, staleListsMs, behaviour: usual, habits, live, declared: first, steps }: Schedule,
  tally: Tally,
  ended = new Set<string>(),
): Promise<readonly ObservedRun[]> {
  const clock = virtualClock(randomFrom(seed));
  const calls = watchCalls(clock);
  const service = watchService({
    clock,
    pageSize,
    habits,
    ...(live === undefined ? {} : { seed: { projects: live } }),
  });
  const connection = inProcess(service.handle, clock);
  const ledger = openLedger();
  ledger.edited(new Map(), service.truth(), Number.NEGATIVE_INFINITY, 0);
  const runs: ObservedRun[] = [];
  let declared = first;
  let behaviour = lagging(usual);
  service.setFaults({ service: behaviour });
  let number = 0;

  for (const [index, step] of steps.entries()) await take(step, `step ${index + 1}, `);

  behaviour = {};
  // Where lists always lag, or host names are released late, the next run begins when they have settled.
  service.setFaults({ service: behaviour });
  const isSlow = service.staleListsMs() > 0 || habits.hostNames?.releaseMs !== undefined;
  if (isSlow) await clock.sleep(SETTLED, new AbortController().signal);
  const held = JSON.stringify([...service.truth()], (name, value: unknown) => (TIMES.has(name) ? undefined : value));
  if (ended.has(held)) return runs;
  const last = (mode: RunStep["mode"]): RunStep => {
    const prune = steps.findLast(({ step }) => step === "run");
    return {
      step: "run",
      mode,
      prune: prune?.step === "run" ? prune.prune : [],
      maxDeletes: 100,
      rewriteSecrets: false,
      faults: [],
      faultSeed: 1,
      concurrency: 1,
    };
  };
  const end = { first: await observe(last("apply"), "the apply at the end: "), second: await secondAtEnd() };
  refuse(checkEnd(end), "at the end: ", end.first, end.second);
  ended.add(held);
  count(tally, "schedules");
  count(tally, "made twice, unavoidably", ledger.excused);
  return runs;

  /** Where the schedule says nothing, lists lag as the habits say. */
  function lagging(other: ServiceBehaviour): ServiceBehaviour {
    return staleListsMs === 0 ? other : { ...other, staleListsMs };
  }

  /** Lists that go back in time, and reads that are later than lists, are no measure until they settle (docs/internals/faults.md). */
  async function secondAtEnd(): Promise<ObservedRun> {
    const isLate = habits.lists?.goBackMs !== undefined || habits.late?.readsMs !== undefined;
    if (isLate) await clock.sleep(SETTLED, new AbortController().signal);
    return observe(last("apply"), "the second apply at the end: ");
  }

  async function take(step: Step, where: string): Promise<void> {
    switch (step.step) {
      case "files":
        declared = step.declared;
        return;
      case "service":
        behaviour = lagging(step.behaviour);
        return service.setFaults({ service: behaviour });
      case "wait":
        return clock.sleep(step.milliseconds, new AbortController().signal);
      case "edit": {
        const before = service.truth();
        const write = asWrite(step.edit, before);
        if (write !== undefined) service.meddle(write);
        ledger.edited(before, service.truth(), clock.now(), service.staleListsMs());
        // What no read shows yet, a run overwrites.
        return showAll();
      }
      case "run": {
        const { isKilled, seen } = await observe(step, `${where}${step.mode}: `);
        // What others edited meanwhile, or a run wrote that did not wait, and no read shows yet, the next run would overwrite.
        const isStopped = step.stopAt !== undefined && seen.length >= step.stopAt;
        const isCut = isKilled || isStopped || seen.some(({ status }) => status === 401);
        const hasWaited = !isCut && (step.during ?? []).length === 0;
        return hasWaited ? undefined : showAll();
      }
      case "two runs":
        return observeTwo(step, `${where}two runs: `);
    }
  }

  /** Waits until reads show each write. */
  function showAll(): Promise<void> {
    return clock.sleep(habits.late?.readsMs ?? 0, new AbortController().signal);
  }

  /** Lets somebody edit, or stop the run, at its requests. Returns the edits as they come. */
  function meddleDuring({ during = [], stopAt }: RunStep, stop: AbortController): readonly ByOthers[] {
    const edited: ByOthers[] = [];
    let request = 0;
    service.during((_request, phase) => {
      if (phase === "received") request += 1;
      if (phase === "received" && request === stopAt) stop.abort();
      for (const { edit } of during.filter((each) => each.request === request && each.phase === phase)) {
        const before = service.truth();
        const write = asWrite(edit, before);
        if (write !== undefined) service.meddle(write);
        // Numbers of requests go on from run to run.
        const sequence = service.lastSequence() + (phase === "received" ? 0.5 : 1.5);
        edited.push(byOthers(sequence, clock.now(), before, service.truth()));
      }
    });
    return edited;
  }

  async function observe(step: RunStep, where: string): Promise<ObservedRun> {
    number += 1;
    service.setFaults({ seed: step.faultSeed, service: behaviour, faults: step.faults });
    const startedAt = clock.now();
    const before = service.truth();
    const stop = new AbortController();
    const others = meddleDuring(step, stop);
    const ended = await withPatience(startRun(step, { token: service.token, signal: stop.signal, ...scene() }), where);
    await clock.idle();
    service.during(undefined);
    const observed: ObservedRun = {
      ...common(step, startedAt, before),
      seen: service.takeSeen(),
      calls: calls.take(),
      others,
      ...ended,
    };
    check(observed, where);
    return observed;
  }

  function scene() {
    return { connection, clock, calls, declared, secrets: [service.token, service.secondToken] };
  }

  function common(step: RunStep, startedAt: number, before: Truth) {
    return {
      number,
      step,
      declared,
      startedAt,
      before,
      after: service.truth(),
      staleListsMs: service.staleListsMs(),
      listsGoBack: habits.lists?.goBackMs !== undefined,
      readsAreLate: habits.late?.readsMs !== undefined,
      hidesSecrets: service.hidesSecrets(),
    };
  }

  function check(observed: ObservedRun, where: string): void {
    runs.push(observed);
    countRun(tally, observed);
    const outcomes = observed.isKilled ? [] : checkOutcomes(observed);
    refuse(
      [...checkCoverage(observed), ...outcomes, ...checkWaits(observed), ...ledger.ran(observed)],
      where,
      observed,
    );
  }

  /** Each run is another's somebody else. The faults of both can meet either. */
  async function observeTwo({ first, second, at, phase }: TwoRuns, where: string): Promise<void> {
    service.setFaults({ seed: first.faultSeed, service: behaviour, faults: [...first.faults, ...second.faults] });
    const observed: Omit<ObservedRun, "seen" | "calls" | "others">[] = [];
    const observeOne = async (step: RunStep, token: string): Promise<void> => {
      const startedAt = clock.now();
      const before = service.truth();
      const ended = await startRun(step, { token, ...scene() });
      number += 1;
      observed.push({ ...common(step, startedAt, before), ...ended });
    };
    let request = 0;
    let other = Promise.resolve();
    service.holding(async ({ authorization }, when) => {
      if (authorization !== `Bearer ${service.token}`) return;
      if (when === "received") request += 1;
      if (request !== at || when !== phase) return;
      other = observeOne(second, service.secondToken);
      await other;
    });
    await withPatience(observeOne(first, service.token), where);
    // The first may have given up the request that waits for it.
    await withPatience(other, where);
    await clock.idle();
    service.holding(undefined);
    const all = service.takeSeen();
    // Which run a call belongs to cannot be told.
    calls.take();
    for (const each of observed) {
      const token = each.step === first ? service.token : service.secondToken;
      const others = all
        .filter((request) => request.token !== token && request.method !== "GET")
        .map((request) => byOthers(request.sequence, request.receivedAt, request.before, request.after))
        .filter(({ ids }) => ids.size > 0);
      check({ ...each, seen: all.filter((request) => request.token === token), calls: [], others }, where);
    }
  }
}
