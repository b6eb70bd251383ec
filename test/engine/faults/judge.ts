import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../harness/driver.ts";
import { holdingsOf } from "./holdings.ts";
import type { OperationEnd, Run } from "./scenario-run.ts";
import { nameOf, type Scenario } from "./scenarios.ts";

/** What one scenario came to: its operation, and what followed when the faults had ended. */
export interface Played extends OperationEnd {
  readonly scenario: Scenario;
  /** An object that was created without an answer was adopted by hand, as its error advised. */
  readonly wasAdopted: boolean;
  /** The engine did not end one of its operations, and was interrupted: what it did not do is not the product's failing. */
  readonly wasInterrupted: boolean;
  readonly output: unknown;
  /** What it did that it must not do. */
  readonly violations: readonly string[];
}

export function judge(run: Run, last: Reply, reference?: Played): Played {
  const { scenario, profile, emulator, untouched, violations, played, wasAdopted, wasInterrupted } = run;
  if (played === undefined) throw new Error("The operation was not played.");
  const end = holdingsOf(emulator.state());
  const output: unknown = last.outputs[profile];
  const expect = (isTrue: boolean, otherwise: () => string): void => {
    if (!isTrue) violations.push(otherwise());
  };
  const keys = end.map(([key]) => key);
  const expected = [...scenario.operation.end, ...keysOfNeighbour].toSorted();
  expect(isDeepStrictEqual(keys, expected), () => `at the end is live: ${keys.join(", ")}`);
  const [before, after] = [untouched, end].map((held) => held.filter(([key]) => keysOfNeighbour.includes(key)));
  expect(isDeepStrictEqual(before, after), () => `the neighbour was changed: ${JSON.stringify(after)}`);
  if (reference === undefined) {
    expect(played.errors.length === 0, () => `without faults it failed: ${played.errors.join(" | ")}`);
    expect(isDeepStrictEqual(played.end, end) || scenario.operation.command !== "up", () => "the second up wrote");
  } else {
    expect(isDeepStrictEqual(end, reference.end), () => `the end is ${JSON.stringify(end)}`);
    expect(isDeepStrictEqual(output, reference.output), () => `its output is ${JSON.stringify(output)}`);
    const isDone = played.errors.length === 0 && isDeepStrictEqual(played.done, reference.done);
    const writes = scenario.operation.command === "up" || scenario.operation.command === "destroy";
    expect(!isDone || !writes || isDeepStrictEqual(played.end, reference.end), () => "it reported success too early");
  }
  const { requests, wasMet, errors, done } = played;
  const named = violations.map((violation) => `${nameOf(scenario)}: ${violation}`);
  return { scenario, requests, wasMet, errors, wasAdopted, wasInterrupted, done, end, output, violations: named };
}

const keysOfNeighbour = ["org_1/neighbour", "org_1/neighbour/edgee/meta-capi", "org_1/neighbour/neighbour.example.com"];
