import { expect, it } from "vitest";
import { installed } from "../harness/scene.ts";
import { OPERATIONS } from "./operations.ts";
import { playBatch } from "./play.ts";
import { SERVICES, type Scenario } from "./scenarios.ts";
import { FAULTS } from "./single-faults.ts";

/* A fixed sample of what `npm run faults:engine` plays. */

/** Faults that no check fails for: the engine would end, and with it all scenarios of the run. */
const PASSING = FAULTS.filter(({ isFinal, isSlow }) => isFinal !== true && isSlow !== true);
const REQUESTS = [1, 2, 3, 5];

/** Each so many-th operation of a command on one of the services, once without a fault and then with some. */
function sampleOf(command: "up" | "refresh" | "destroy", every: number): readonly Scenario[] {
  const chosen = OPERATIONS.filter((operation) => operation.command === command).filter(
    (_, index) => index % every === 0,
  );
  return chosen.flatMap((operation, place): Scenario[] => {
    const healthy = { operation, service: SERVICES[place % SERVICES.length] ?? "plain" };
    return [
      healthy,
      ...REQUESTS.flatMap((request): Scenario[] => {
        const fault = PASSING[(request + place) % PASSING.length];
        return fault === undefined ? [] : [{ ...healthy, faulty: { request, fault, isAlone: false } }];
      }),
    ];
  });
}

it.each([
  { command: "up", every: 5, least: 12 },
  { command: "refresh", every: 8, least: 2 },
  { command: "destroy", every: 2, least: 1 },
] as const)(
  "$command reaches what is declared after a fault at some of its requests",
  async ({ command, every, least }) => {
    const played = await playBatch(installed(), sampleOf(command, every), new Map());
    expect(played.flatMap(({ violations }) => violations)).toEqual([]);
    expect(played.filter(({ wasMet }) => wasMet).length).toBeGreaterThan(least);
  },
);
