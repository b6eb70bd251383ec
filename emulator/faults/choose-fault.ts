import { activate } from "./active-rule.ts";
import type { ActiveRule, Candidate } from "./active-rule.ts";
import type { Fault, FaultSchedule, ServiceBehaviour } from "./schedule.ts";

/** Chooses the fault that each request meets, and counts the requests of each rule. */
export interface Faults {
  schedule(): FaultSchedule;
  /** How the service as a whole behaves now. */
  service(): ServiceBehaviour;
  /** Replaces the schedule. All rules start to count again. */
  replace(schedule: FaultSchedule): void;
  /** The fault that a request meets. Call this exactly once per request, because it counts the request. */
  faultFor(request: Candidate): Fault | undefined;
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
    faultFor(request) {
      let first: Fault | undefined;
      // Ask every rule, also after the first one that applies, because each one must count the request.
      for (const rule of rules) {
        if (rule.applies(request)) first ??= rule.fault;
      }
      return first;
    },
  };
}
