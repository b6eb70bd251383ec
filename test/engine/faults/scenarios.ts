import { FAULTS, type SingleFault } from "./single-faults.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";

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
    /** It ends the run of the engine, so no other scenario can be in it. */
    readonly isAlone: boolean;
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
  /** It is part of a check. */
  readonly isCheck: boolean;
}

/**
 * Every fault at every request of an operation. A failed check ends the run of the engine for all scenarios in it, and so does a
 * failed deletion that comes first. Those that make one fail are only played for some operations. On a slow machine an operation reads
 * again what is older than some seconds, so a fault that is counted to come after the deletion may meet it: it is played alone, too,
 * because Pulumi waits for ever with `--continue-on-error` (observed).
 */
export function scenariosOf(healthy: Healthy, requests: readonly PlayedRequest[]): readonly Scenario[] {
  const { operation, service } = healthy;
  const lastDeletion = requests.findLastIndex(({ method }) => method === "DELETE");
  return requests.flatMap(({ method, isCheck }, index) =>
    FAULTS.filter(({ on }) => on === "any" || method !== "GET").flatMap((fault): Scenario[] => {
      const isNeeded = isCheck || operation.failsProgram === true || operation.deletesFirst === true;
      const endsRun = fault.isFinal === true && isNeeded;
      const isAfterDeletion = operation.deletesFirst === true && index > lastDeletion;
      const isAlone = operation.isPlayedAlone === true && (service === "plain" || isAfterDeletion);
      if (endsRun && !isAlone) return [];
      return [{ ...healthy, faulty: { request: index + 1, fault, isAlone: endsRun } }];
    }),
  );
}

/** A failed read ends a refresh, but not the reads that have been sent. */
const REFRESHES = 10;

/** Scenarios that can be played in one run of the engine: they have the command in common, and slow ones wait together. */
export function batchesOf(scenarios: readonly Scenario[], size: number): readonly (readonly Scenario[])[] {
  const groups = Map.groupBy(scenarios, ({ operation: { command }, faulty }) => {
    const failsRefresh = command === "refresh" && faulty?.fault.isFinal === true;
    const most = faulty?.isAlone === true ? 1 : failsRefresh ? REFRESHES : size;
    return `${command} ${most} ${faulty?.fault.isSlow === true}`;
  });
  return [...groups].flatMap(([key, group]) => {
    const most = Number(key.split(" ")[1]);
    return Array.from({ length: Math.ceil(group.length / most) }, (_, index) =>
      group.slice(index * most, (index + 1) * most),
    );
  });
}
