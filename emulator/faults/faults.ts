import { activate } from "./active-rule.ts";
import type { ActiveRule, Candidate } from "./active-rule.ts";
import type { Fault, FaultSchedule, ServiceBehaviour } from "./schedule.ts";

/** The schedule in force. */
export interface Faults {
  schedule(): FaultSchedule;
  /** What the service as a whole does at present. */
  service(): ServiceBehaviour;
  /** Puts another schedule in force; all rules count from the beginning. */
  replace(schedule: FaultSchedule): void;
  /** The fault that a request meets. Every request is to be shown once, as this counts it. */
  take(request: Candidate): Fault | undefined;
}

const none: ServiceBehaviour = {};

export function createFaults(): Faults {
  let schedule: FaultSchedule = {};
  let rules: readonly ActiveRule[] = [];
  return {
    schedule: () => schedule,
    service: () => schedule.service ?? none,
    replace(next) {
      schedule = next;
      rules = (next.faults ?? []).map((rule, index) => activate(rule, index, next.seed ?? 1));
    },
    take(request) {
      let met: Fault | undefined;
      // All of them, not just up to the first: each has to count.
      for (const rule of rules) {
        if (rule.takes(request)) met ??= rule.fault;
      }
      return met;
    },
  };
}
