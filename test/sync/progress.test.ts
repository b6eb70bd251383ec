import { expect, it } from "vitest";
import { createProgressMeter } from "../../sync/report/progress.ts";

function start() {
  let now = 0;
  const meter = createProgressMeter({ now: () => now });
  const after = (milliseconds: number): string | undefined => {
    now += milliseconds;
    return meter.describe();
  };
  return { ...meter, after };
}

it("describes a stage after its first second", () => {
  const meter = start();
  expect(meter.after(5_000)).toBeUndefined();
  meter.update({ stage: "read", done: 0, total: 3 });
  expect(meter.after(999)).toBeUndefined();
  meter.update({ stage: "read", done: 2, total: 3 });
  expect(meter.after(1)).toBe("Reading projects: 2 of 3 (1 s)");
  meter.rest();
  expect(meter.after(60_000)).toBeUndefined();
  meter.update({ stage: "write", done: 0, total: 9 });
  expect(meter.after(2_000)).toBe("Writing changes: 0 of 9 (2 s)");
  meter.update({ stage: "wait", done: 1, total: 3 });
  expect(meter.after(2_000)).toBe("Waiting for domains: 1 of 3 (2 s)");
  meter.update({ stage: "write", done: 0, total: 9 });
  meter.stop();
  expect(meter.after(1_500)).toBe("Stopping: 0 of 9 (1 s)");
});

it("describes the longest of the waits that are not over, and no short one", () => {
  const meter = start();
  meter.update({ stage: "read", done: 0, total: 1 });
  const wait = (milliseconds: number, name: string): void =>
    meter.wait({ milliseconds, describe: (seconds) => `${name} ${seconds} s` });
  wait(12_000, "a");
  wait(5_000, "b");
  wait(900, "c");
  expect(meter.after(4_001)).toBe("Reading projects: 0 of 1 (4 s); a 8 s");
  expect(meter.after(8_000)).toBe("Reading projects: 0 of 1 (12 s)");
  wait(3_000, "d");
  expect(meter.after(0)).toBe("Reading projects: 0 of 1 (12 s); d 3 s");
});
