import { FAULTS, type SingleFault } from "./single-faults.ts";
import { OPERATIONS, type Operation } from "./operations.ts";

/** Services that do as described, mask secrets, bring values to one form, and say no more than they must. */
export const SERVICES = ["plain", "masking", "normalizing", "terse"] as const;
export type ServiceName = (typeof SERVICES)[number];

/** An operation on one service. */
export interface Healthy {
  readonly operation: Operation;
  readonly service: ServiceName;
}

/** The same with a fault at one of its requests. */
export interface Scenario extends Healthy {
  /** Absent: no fault. */
  readonly faulty?: {
    /** From 1. */
    readonly request: number;
    readonly fault: SingleFault;
    /** The engine ends with it, also for the other scenarios. */
    readonly endsAll: boolean;
  };
}

export function nameOf({ operation, service, faulty }: Scenario): string {
  const fault = faulty === undefined ? "no fault" : `${faulty.fault.name} at request ${faulty.request}`;
  return `${operation.name}, ${service}, ${fault}`;
}

export const HEALTHY: readonly Healthy[] = OPERATIONS.flatMap((operation) =>
  SERVICES.map((service) => ({ operation, service })),
);

/** A request that an operation sends. */
export interface PlayedRequest {
  readonly method: string;
  /** It is part of a check: if that fails, the engine ends at once. */
  readonly isCheck: boolean;
}

/** Every fault at every request of an operation. */
export function scenariosOf(healthy: Healthy, requests: readonly PlayedRequest[]): readonly Scenario[] {
  return requests.flatMap(({ method, isCheck }, index) =>
    FAULTS.filter(({ on }) => on === "any" || method !== "GET").map((fault) => ({
      ...healthy,
      faulty: { request: index + 1, fault, endsAll: isCheck && fault.isFinal === true },
    })),
  );
}

/**
 * Scenarios that can be played in one run of the engine: they have the command in common, slow ones wait together, and those that
 * end the run of the engine are by themselves.
 */
export function batchesOf(scenarios: readonly Scenario[], size: number): readonly (readonly Scenario[])[] {
  const groups = Map.groupBy(scenarios, ({ operation, faulty }) =>
    [operation.command, faulty?.endsAll === true, faulty?.fault.isSlow === true].join(" "),
  );
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / size) }, (_, index) => group.slice(index * size, (index + 1) * size)),
  );
}
