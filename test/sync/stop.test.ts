import { describe, expect, it } from "vitest";
import { exitCodeAfter } from "../../sync/run/stop.ts";

describe("the exit code of a run", () => {
  it.each([
    ["without a signal", AbortSignal.any([]), 1, 1],
    ["after a signal that came when all was done", AbortSignal.abort("SIGTERM"), 0, 0],
    ["after a signal that stopped it", AbortSignal.abort("SIGTERM"), 1, 143],
    ["after another one", AbortSignal.abort("SIGINT"), 4, 130],
  ])("%s", (_case, signal, exitCode, shown) => {
    expect(exitCodeAfter(signal, exitCode)).toBe(shown);
  });
});
