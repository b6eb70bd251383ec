import { draw } from "./draw.ts";
import { pathPattern } from "./path-pattern.ts";
import type { Fault, FaultSchedule, ListFault, Rule } from "./schedule.ts";

/** The parts of a request that a rule can match. */
export interface Candidate {
  readonly method: string;
  readonly path: string;
  /** Whether the request reads a list, and that list can fail this way. */
  canFailAs(fault: ListFault): boolean;
}

export type Faults = ReturnType<typeof createFaults>;

/** Chooses the fault that each request meets, and counts the requests of each rule. */
export function createFaults() {
  let schedule: FaultSchedule = {};
  let rules: readonly ActiveRule[] = [];
  return {
    schedule: () => schedule,
    /** Replaces the schedule. All rules start to count again. */
    replace(next: FaultSchedule): void {
      schedule = next;
      rules = (next.faults ?? []).map((rule, index) => activate(rule, index, next.seed ?? 1));
    },
    /** The fault that a request meets. Call this exactly once per request, because it counts the request. */
    faultFor(request: Candidate): Fault | undefined {
      // Ask every rule, also after the first one that applies, because each one must count the request.
      const applying = rules.map((rule) => rule.applies(request));
      return rules[applying.indexOf(true)]?.fault;
    },
  };
}

/** A rule with the count of its matching requests. */
interface ActiveRule {
  readonly fault: Fault;
  /** Counts the request if it matches, and returns whether it meets the fault. */
  applies(request: Candidate): boolean;
}

function activate(rule: Rule, index: number, seed: number): ActiveRule {
  const { method, path, nth = 1, times = 1, probability = 1, fault } = rule;
  const matchesPath = path === undefined ? () => true : pathPattern(path);
  const end = times === "always" ? Infinity : nth + times;
  let count = 0;
  return {
    fault,
    applies(request) {
      if (method !== undefined && method !== request.method) return false;
      if (!matchesPath(request.path)) return false;
      if (fault.kind === "list" && !request.canFailAs(fault.as)) return false;
      count += 1;
      return count >= nth && count < end && draw(seed, index, count) < probability;
    },
  };
}
