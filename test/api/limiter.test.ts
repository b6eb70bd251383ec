import type { ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { NoAnswerError, RefusedError } from "../../core/api/errors.ts";
import { redacted } from "../redacted.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { refuse, startFaultServer } from "./fault-server.ts";
import { CALL, openLimiter, refused, turns, NO_DEADLINE } from "./open-limiter.ts";

const answer = undefined;
const own = (status: number) =>
  new RefusedError(CALL, { status, body: "documented", type: redacted("x"), message: redacted("x") });

const elsewhere = new RefusedError(
  { method: "GET", path: "/v1/projects/prj_1" },
  { status: 503, body: "unexpected", message: redacted("x") },
);

describe("the number of attempts at once", () => {
  /** Ends attempts one after the other, and then begins as many as may run. */
  async function after(ends: readonly unknown[]): Promise<number> {
    const { acquire, begin, clock, limiter } = openLimiter({ timeout: 1_000_000 });
    for (const end of ends) {
      await begin();
      limiter.release(end);
      clock.pass(limiter.pause());
    }
    let begun = 0;
    for (let count = 0; count < 20; count += 1) {
      void acquire().then(() => (begun += 1));
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
    ["and three answers", [...times(50, throttled), ...times(3, answer)], 1],
    ["and four", [...times(50, throttled), ...times(4, answer)], 2],
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
    ["after failures that are no 429", [...times(50, refused(503)), new NoAnswerError(CALL, "x", true)], 8],
  ])("%s", async (_when, ends, allowed) => {
    expect(await after(ends)).toBe(allowed);
  });
});

describe("several answers of a gateway, such as 503", () => {
  it.each([503, 509, 529])(
    "are a rate limit while the service answers others, one at a time then: %s",
    async (status) => {
      const { acquire, begin, clock, limiter } = openLimiter({ timeout: 1_000_000 });
      await begin(3);
      limiter.release();
      expect([limiter.release(elsewhere), limiter.limitedBy(), limiter.pause()]).toEqual([false, undefined, 0]);
      expect([limiter.release(refused(status)), limiter.limitedBy(), limiter.pause()]).toEqual([true, status, 250]);
      clock.pass(250);
      const began = clock.now();
      await begin();
      let begun = false;
      const next = acquire().then(() => (begun = true));
      await turns();
      expect(begun).toBe(false);
      limiter.release();
      await next;
      expect(clock.now() - began).toBeGreaterThan(200);
      for (let count = 0; count < 50; count += 1) {
        limiter.release();
        await begin();
      }
      const write = clock.now();
      limiter.release();
      await limiter.acquire({ method: "POST", path: "/v1/projects" }, Infinity, NO_DEADLINE, [
        new AbortController().signal,
      ]);
      expect(clock.now() - write).toBe(200);
    },
  );

  it("are no rate limit any more when the service has answered nothing for 15 s: it is gone", async () => {
    const { begin, clock, limiter } = openLimiter({ timeout: 1_000_000 });
    await begin();
    limiter.release();
    const began = clock.now();
    for (let count = 0; count < 20; count += 1) {
      await begin();
      limiter.release(count % 2 === 0 ? refused(503) : elsewhere);
      clock.pass(limiter.pause());
    }
    expect(clock.now() - began).toBeLessThan(60_000);
    await begin();
    expect([limiter.release(refused(503)), limiter.pause()]).toEqual([false, 0]);
  });

  it("leave no call worth another attempt when nothing was answered for 15 s, until something is", async () => {
    const { begin, clock, limiter } = openLimiter({ timeout: 1_000_000 });
    const gone: boolean[] = [];
    const failures = Array.from({ length: 8 }, (_, nth) =>
      nth % 2 === 0 ? refused(502) : new NoAnswerError(CALL, "x", true),
    );
    for (const end of [...failures, answer, ...failures]) {
      await begin();
      limiter.release(end);
      gone.push(limiter.isGone());
      clock.pass(3_000);
    }
    expect(gone).toEqual([
      ...Array.from({ length: 7 }, () => false),
      true,
      false,
      ...Array.from({ length: 7 }, () => false),
      true,
    ]);
  });

  it.each([
    ["if it answers nothing at all", [refused(503), elsewhere, refused(503)]],
    ["if one call alone is answered so", [undefined, refused(503), undefined, refused(503)]],
    ["if they are the service's own", [undefined, ...Array.from({ length: 5 }, () => own(503))]],
    ["if they are refusals", [undefined, refused(403), refused(404), refused(400)]],
  ])("are none %s", async (_when, ends) => {
    const { begin, clock, limiter } = openLimiter({ timeout: 1_000_000 });
    for (const end of ends) {
      await begin();
      expect(limiter.release(end)).toBe(false);
    }
    expect(limiter.limitedBy()).toBeUndefined();
    // Only the first of them, if the service answers others, may take time: the next call may be a create.
    expect(clock.waits.every((wait) => wait <= 500)).toBe(true);
  });
});

describe("the limiter", () => {
  it("is not woken early by a shorter Retry-After, and waits for a longer one", async () => {
    const { acquire, begin, clock, limiter } = openLimiter();
    await begin(3);
    limiter.release(refused(429, 40));
    let started = 0;
    const begun = clock.now();
    const waiting = acquire(begun + 1_000_000).then(() => (started = clock.now()));
    for (const seconds of [2, 100]) limiter.release(refused(429, seconds));
    await Promise.resolve();
    clock.pass(40_000);
    await turns();
    expect(started).toBe(0);
    clock.pass(60_000);
    await waiting;
    expect(started - begun).toBe(100_000);
  });

  it("rejects at once an attempt whose deadline is before the end of the pause, also one that waits already", async () => {
    const { acquire, begin, clock, limiter } = openLimiter();
    const until = clock.now() + 60_000;
    await begin(2);
    limiter.release(refused(429, 40));
    const waiting = caught(acquire(until));
    limiter.release(refused(429, 61));
    for (const error of await Promise.all([waiting, caught(acquire(until))])) {
      expect(error).toBeInstanceOf(NoAnswerError);
      expect(error).toMatchObject({ sent: false });
      expect(error.message).toBe("GET /v1/projects: not sent, because the service asked to wait 61 s. Try again then.");
    }
    expect(clock.pending()).toBe(0);
  });

  it("gives a free slot to the attempt that waited longest", async () => {
    const { acquire, begin, limiter } = openLimiter({ slots: 1 });
    const order: number[] = [];
    await begin();
    const waiting = [1, 2, 3].map(async (number) => {
      await acquire();
      order.push(number);
      limiter.release();
    });
    limiter.release();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it("begins no more calls than attempts may be under way", async () => {
    const { begin, limiter } = openLimiter();
    for (let count = 0; count < 3; count += 1) {
      await begin();
      limiter.release(refused(429));
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
  /** What a limiter makes of answers one after the other: the pause that each leaves, which then passes. */
  async function pauses(feedback: readonly (429 | 200 | 500)[], chance = 0): Promise<number[]> {
    const { begin, clock, limiter } = openLimiter({ timeout: 600_000, chance });
    const seen: number[] = [];
    for (const status of feedback) {
      await begin();
      limiter.release(status === 200 ? undefined : refused(status));
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
    const { begin, clock, limiter } = openLimiter();
    await begin(8);
    for (let count = 0; count < 6; count += 1) limiter.release(refused(429));
    limiter.release();
    expect(limiter.pause()).toBe(250);
    clock.pass(250);
    limiter.release(refused(429));
    expect(limiter.pause()).toBe(500);
  });

  it("is not waited for any more when 429s have gone on for long: the call that comes then is not sent", async () => {
    const { acquire, begin, clock, limiter } = openLimiter();
    const begun = clock.now();
    let error: Error | undefined;
    while (error === undefined) {
      error = await acquire().then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error === undefined) limiter.release(refused(429));
    }
    expect(clock.now() - begun).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - begun).toBeLessThan(80_000);
    expect(error.message).toBe(
      "GET /v1/projects: not sent, because the service keeps answering 429 (too many requests). Try again later.",
    );
    // After the pause the next call finds out whether the service works again.
    clock.pass(limiter.pause());
    await begin();
    limiter.release();
    await begin();
    limiter.release(refused(429));
    await expect(acquire()).resolves.toBeUndefined();
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
