import { SETTLE_WINDOW } from "../../../core/reconcile/settle.ts";
import { childOf, declaredKey, effectsOf, fileOf, type Effect, type ObservedRun } from "./observed-run.ts";
import { cameBetween } from "./others.ts";
import type { LiveObject, Truth } from "../oracle/truth.ts";

interface Holder {
  readonly key: string;
  /** The run that gave the object its key; `undefined`: somebody did by hand. */
  readonly run: number | undefined;
  readonly at: number;
  /** When every list shows it. */
  readonly shownFrom: number;
  /** The run that made it so said that the next one may not see it. */
  readonly isWarnedOf: boolean;
}

/** Who has which key since when, and who made it so. */
export interface Ledger {
  /** Records an edit by hand. */
  edited(before: Truth, after: Truth, now: number, staleListsMs: number): void;
  /** Records what a run did. Returns an error for each object that it created although one with that key existed. */
  ran(run: ObservedRun): string[];
  /** How many were made twice where that could not be helped. */
  readonly excused: number;
}

export function openLedger(): Ledger {
  const holders = new Map<string, Holder>();
  let excused = 0;

  function note(id: string, object: LiveObject | undefined, holder: Omit<Holder, "key">): void {
    if (object === undefined) holders.delete(id);
    else if (holders.get(id)?.key !== object.key) holders.set(id, { ...holder, key: object.key });
  }

  function whyTwice({ id, request, after }: Effect, run: ObservedRun): string[] {
    if (after === undefined || after.kind === "domain") return [];
    const others = [...request.before].filter(
      ([other, { kind, key }]) => other !== id && kind === after.kind && key === after.key,
    );
    return others.flatMap(([other]) => {
      if (cameBetween(run, request, after)) {
        excused += 1;
        return [];
      }
      const holder = holders.get(other);
      if (holder === undefined) return [`${other} is not in the ledger`];
      const age = `${request.receivedAt - holder.at} ms after ${other}`;
      if (holder.run === run.number) return [`made ${id} (${after.key}) ${age}, in one run`];
      if (holder.shownFrom <= run.startedAt) return [`made ${id} (${after.key}) ${age}, which every list showed`];
      // A list that goes back does not show what it showed when that run ended (docs/internals/faults.md, "Two runs at once").
      if (holder.run !== undefined && !holder.isWarnedOf && !run.listsGoBack) {
        return [`made ${id} (${after.key}) ${age}, and run ${holder.run} did not say that the next run may not see it`];
      }
      excused += 1;
      return [];
    });
  }

  return {
    edited: (before, after, at, staleListsMs) => {
      const shownFrom = staleListsMs > 0 ? at + SETTLE_WINDOW : at;
      for (const id of new Set([...before.keys(), ...after.keys()])) {
        note(id, after.get(id), { run: undefined, at, shownFrom, isWarnedOf: false });
      }
    },
    ran: (run) => {
      const warnings = warned(run);
      let noted = 0;
      const problems = run.seen
        .filter(({ method }) => method !== "GET")
        .flatMap((request) => {
          noted = noteOthers(run, request.sequence, noted);
          return effectsOf(request).flatMap((effect) => {
            const why =
              effect.before?.key === effect.after?.key ? [] : [...whyTwice(effect, run), ...whyInTwo(effect, run)];
            const shownFrom = run.staleListsMs > 0 ? request.receivedAt + SETTLE_WINDOW : request.receivedAt;
            // A killed run cannot say anything.
            const isWarnedOf =
              run.isKilled || warnings.has(effect.after === undefined ? "" : declaredKey(run.declared, effect.after));
            note(effect.id, effect.after, { run: run.number, at: request.receivedAt, shownFrom, isWarnedOf });
            return why;
          });
        });
      noteOthers(run, Infinity, noted);
      return problems;
    },
    get excused() {
      return excused;
    },
  };

  /** Notes what others did before a request. Returns how many of them are noted by then. */
  function noteOthers({ others, staleListsMs }: ObservedRun, sequence: number, noted: number): number {
    const due = others.slice(noted).filter((other) => other.sequence < sequence);
    for (const { ids, after, at } of due) {
      const shownFrom = staleListsMs > 0 ? at + SETTLE_WINDOW : at;
      for (const id of ids) note(id, after.get(id), { run: undefined, at, shownFrom, isWarnedOf: false });
    }
    return noted + due.length;
  }

  /** A host name is attached to one project at a time, also where the service would take it twice. */
  function whyInTwo({ after, before, request }: Effect, run: ObservedRun): string[] {
    if (after?.kind !== "domain" || before !== undefined) return [];
    const outcome = run.report.applied?.outcomes.find(
      ({ kind, key }) => kind === "domain" && childOf(key) === after.name && key === declaredKey(run.declared, after),
    );
    if (outcome === undefined || outcome.status === "unknown") return [];
    return [...request.before].flatMap(([other, object]) => {
      if (cameBetween(run, request, after)) return [];
      const isOther = object.kind === "domain" && object.name === after.name && object.project !== after.project;
      const holder = holders.get(other);
      if (!isOther || holder === undefined || holder.shownFrom > run.startedAt) return [];
      return fileOf(run.declared, object.key) === undefined
        ? []
        : [`attached ${after.name} to ${after.project}, while ${object.project} had it`];
    });
  }
}

function warned({ report }: ObservedRun): ReadonlySet<string> {
  const careful = (report.applied?.outcomes ?? []).filter(
    ({ status, message = "" }) => status === "unknown" || message.includes("wait before the next run"),
  );
  return new Set(careful.map(({ key }) => key));
}
