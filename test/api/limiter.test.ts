import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { NoAnswerError, RefusedError } from "../../provider/api/errors.ts";
import { createLimiter } from "../../provider/api/limiter.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { refuse, startFaultServer } from "./fault-server.ts";

const call = { method: "GET", path: "/v1/projects" };
const busy = (seconds?: number) =>
  new RefusedError(call, {
    status: 429,
    body: "unexpected",
    message: "x",
    retryAfter: seconds === undefined ? undefined : seconds * 1000,
  });

const answer = undefined;
const refused = (status: number) => new RefusedError(call, { status, body: "documented", type: "x", message: "x" });

describe("the number of attempts at once", () => {
  /** Ends attempts one after the other, and then begins as many as may run. */
  async function after(ends: readonly unknown[]): Promise<number> {
    const clock = fakeClock();
    const limiter = createLimiter(8, 1_000_000, clock);
    const { signal } = new AbortController();
    for (const end of ends) {
      await limiter.acquire(call, Infinity, signal);
      limiter.release(end);
      clock.pass(limiter.pause());
    }
    let begun = 0;
    for (let count = 0; count < 20; count += 1) {
      void limiter.acquire(call, Infinity, signal).then(() => (begun += 1));
    }
    await new Promise(setImmediate);
    return begun;
  }
  const times = (count: number, end: unknown) => Array.from({ length: count }, () => end);
  const throttled = refused(429);

  it.each([
    ["at first", [], 8],
    ["after a 429", [throttled], 4],
    ["after two", times(2, throttled), 2],
    ["after many", times(50, throttled), 1],
    ["before as many answers as are allowed", [throttled, ...times(3, answer)], 4],
    ["after as many answers as are allowed", [throttled, ...times(4, answer)], 5],
    [
      "after as many refusals, which are answers too",
      [throttled, ...times(2, refused(400)), ...times(2, refused(403))],
      5,
    ],
    ["after that, and one more than that", [throttled, ...times(9, answer)], 6],
    ["in the end", [throttled, ...times(4 + 5 + 6 + 7, answer)], 8],
    ["after ever more answers", times(1000, answer), 8],
    ["when the row breaks", [throttled, ...times(3, answer), refused(500), ...times(3, answer)], 4],
    ["after failures that are no 429", [...times(50, refused(503)), new NoAnswerError(call, "x", true)], 8],
  ])("%s", async (_when, ends, allowed) => {
    expect(await after(ends)).toBe(allowed);
  });
});

describe("the limiter", () => {
  const { signal } = new AbortController();

  it("starts no attempt before the end of a Retry-After, also one of another call", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const until = clock.now() + 60_000;
    await limiter.acquire(call, until, signal);
    limiter.release(busy(20));
    const begun = clock.now();
    await Promise.all([limiter.acquire(call, until, signal), limiter.acquire(call, until, signal)]);
    expect(clock.now() - begun).toBeGreaterThanOrEqual(20_000);
  });

  it("is not woken early by a shorter Retry-After, and waits for a longer one", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const until = clock.now() + 1_000_000;
    for (let count = 0; count < 3; count += 1) await limiter.acquire(call, until, signal);
    limiter.release(busy(40));
    let started = 0;
    const waiting = limiter.acquire(call, until, signal).then(() => (started = clock.now()));
    const begun = clock.now();
    limiter.release(busy(2));
    limiter.release(busy(100));
    await Promise.resolve();
    clock.pass(40_000);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(started).toBe(0);
    clock.pass(60_000);
    await waiting;
    expect(started - begun).toBe(100_000);
  });

  it("rejects at once an attempt whose deadline is before the end of the pause, also one that waits already", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const until = clock.now() + 60_000;
    await limiter.acquire(call, until, signal);
    await limiter.acquire(call, until, signal);
    limiter.release(busy(40));
    const waiting = caught(limiter.acquire(call, until, signal));
    limiter.release(busy(61));
    const later = caught(limiter.acquire(call, until, signal));
    for (const error of await Promise.all([waiting, later])) {
      expect(error).toBeInstanceOf(NoAnswerError);
      expect(error).toMatchObject({ sent: false });
      expect(error.message).toBe("GET /v1/projects: not sent, because the service asked to wait 61 s. Try again then.");
    }
    expect(clock.pending()).toBe(0);
  });

  it("gives a free slot to the attempt that waited longest", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(1, 60_000, clock);
    const order: number[] = [];
    await limiter.acquire(call, Infinity, signal);
    const waiting = [1, 2, 3].map(async (number) => {
      await limiter.acquire(call, Infinity, signal);
      order.push(number);
      limiter.release();
    });
    limiter.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it("begins no more calls than attempts may be under way", async () => {
    const limiter = createLimiter(8, 60_000, fakeClock());
    for (let count = 0; count < 3; count += 1) {
      await limiter.acquire(call, Infinity, signal);
      limiter.release(busy());
    }
    let begun = 0;
    const calls = Array.from({ length: 5 }, () =>
      limiter.queue(async () => {
        begun += 1;
        expect(begun).toBe(1);
        await new Promise(setImmediate);
        begun -= 1;
      }),
    );
    await Promise.all(calls);
  });
});

describe("the pause after a 429 without Retry-After", () => {
  const { signal } = new AbortController();

  /** What a limiter makes of answers one after the other: the pause that each leaves, which then passes. */
  async function pauses(feedback: readonly (429 | 200 | 500)[], chance = 0): Promise<number[]> {
    const clock = fakeClock(chance);
    const limiter = createLimiter(8, 600_000, clock);
    const seen: number[] = [];
    for (const status of feedback) {
      await limiter.acquire(call, Infinity, signal);
      if (status === 200) limiter.release();
      else limiter.release(new RefusedError(call, { status, body: "unexpected", message: "x" }));
      seen.push(limiter.pause());
      clock.pass(limiter.pause());
    }
    return seen;
  }

  it.each([
    [
      "doubles up to a bound",
      [429, 429, 429, 429, 429, 429, 429, 429],
      [250, 500, 1000, 2000, 4000, 8000, 10000, 10000],
    ],
    [
      "is halved by each answer",
      [429, 429, 429, 200, 429, 200, 200, 200, 429],
      [250, 500, 1000, 0, 1000, 0, 0, 0, 250],
    ],
    ["is kept by other failures", [429, 500, 429], [250, 0, 500]],
  ] as const)("%s", async (_what, feedback, expected) => {
    expect(await pauses(feedback)).toEqual(expected);
  });

  it("has a random part of up to as much again", async () => {
    expect(await pauses([429, 429], 0.5)).toEqual([375, 750]);
  });

  it("is one pause for all calls that were under way: their 429s do not double it, their answers do not halve it", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    for (let count = 0; count < 8; count += 1) await limiter.acquire(call, Infinity, signal);
    for (let count = 0; count < 6; count += 1) limiter.release(busy());
    limiter.release();
    expect(limiter.pause()).toBe(250);
    clock.pass(250);
    limiter.release(busy());
    expect(limiter.pause()).toBe(500);
  });

  it("is not waited for any more when 429s have gone on for long: the call that comes then is not sent", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const begun = clock.now();
    let error: Error | undefined;
    while (error === undefined) {
      error = await limiter.acquire(call, Infinity, signal).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error === undefined) limiter.release(busy());
    }
    expect(clock.now() - begun).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - begun).toBeLessThan(80_000);
    expect(error.message).toBe(
      "GET /v1/projects: not sent, because the service keeps answering 429 (too many requests). Try again later.",
    );
    // After the pause the next call finds out whether the service works again.
    clock.pass(limiter.pause());
    await limiter.acquire(call, Infinity, signal);
    limiter.release();
    await limiter.acquire(call, Infinity, signal);
    limiter.release(busy());
    await expect(limiter.acquire(call, Infinity, signal)).resolves.toBeUndefined();
  });
});

describe("a service that answers 429", () => {
  it("for longer than the time limit of a call keeps the last error of a call that was already tried", async () => {
    const held: ServerResponse[] = [];
    await using server = await startFaultServer((response, { path }) => {
      if (path.endsWith("prj_2")) held.push(response);
      else refuse(response, 502, "x");
    });
    const clock = fakeClock();
    const backedOff = Promise.withResolvers<void>();
    const sleep = async (milliseconds: number, signal: AbortSignal) => {
      if (milliseconds < 1000) await backedOff.promise;
      await clock.sleep(milliseconds, signal);
    };
    const client = connect(server, { clock: { ...clock, sleep } });
    const other = caught(client.projects.update("prj_2", {}));
    const first = caught(client.projects.update("prj_1", {}));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    for (const response of held) refuse(response, 429, "x", { "retry-after": "120" });
    expect(await other).toMatchObject({ status: 429 });
    backedOff.resolve();
    expect(await first).toMatchObject({ status: 502 });
    expect(server.received.length).toBeLessThanOrEqual(2);
  });
});
