import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { RefusedError } from "../../provider/api/errors.ts";
import { createLimiter } from "../../provider/api/limiter.ts";
import { caught, fakeClock } from "./connect.ts";

const call = { method: "GET", path: "/v1/projects" };
const refused = (status: number) => new RefusedError(call, { status, body: "documented", type: "x", message: "x" });

describe("an attempt that waits for another to end", () => {
  it("ends when its call is stopped, and not only when a slot is free", async () => {
    const limiter = createLimiter(1, 60_000, fakeClock());
    await limiter.acquire(call, Infinity, new AbortController().signal);
    const stop = new AbortController();
    const waiting = caught(limiter.acquire(call, Infinity, stop.signal));
    stop.abort();
    expect(await waiting).toMatchObject({ name: "NoAnswerError", sent: false });
  });

  it("sets no timer, and leaves no listener behind", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(1, 60_000, clock);
    const { signal } = new AbortController();
    await limiter.acquire(call, Infinity, signal);
    const waiting = limiter.acquire(call, Infinity, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect([clock.pending(), clock.waits]).toEqual([0, []]);
    limiter.release();
    await waiting;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("does not begin before its own turn when it is woken for nothing", async () => {
    const limiter = createLimiter(2, 60_000, fakeClock());
    const { signal } = new AbortController();
    await limiter.acquire(call, Infinity, signal);
    await limiter.acquire(call, Infinity, signal);
    let begun = false;
    const waiting = limiter.acquire(call, Infinity, signal).then(() => (begun = true));
    // The 429 takes one slot away, so the free one cannot be used.
    limiter.release(refused(429));
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(begun).toBe(false);
    limiter.release();
    await waiting;
  });
});

describe("a limiter", () => {
  it("does not wait for a pause that ends just when the call's time is up", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const { signal } = new AbortController();
    const now = clock.now();
    await limiter.acquire(call, Infinity, signal);
    limiter.release(new RefusedError(call, { status: 429, body: "unexpected", message: "x", retryAfter: 20_000 }));
    expect((await caught(limiter.acquire(call, now + 20_000, signal))).message).toContain("asked to wait 20 s");
    expect(clock.now()).toBe(now);
    await limiter.acquire(call, now + 20_001, signal);
    expect(clock.now()).toBe(now + 20_000);
  });

  it("keeps a pause when another answer has no Retry-After", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const { signal } = new AbortController();
    const now = clock.now();
    await limiter.acquire(call, Infinity, signal);
    await limiter.acquire(call, Infinity, signal);
    limiter.release(new RefusedError(call, { status: 503, body: "unexpected", message: "x", retryAfter: 20_000 }));
    limiter.release(refused(429));
    await limiter.acquire(call, Infinity, signal);
    expect(clock.now()).toBe(now + 20_000);
  });

  it("makes no other call wait after a Retry-After of another status", async () => {
    const clock = fakeClock();
    const limiter = createLimiter(8, 60_000, clock);
    const { signal } = new AbortController();
    await limiter.acquire(call, Infinity, signal);
    limiter.release(new RefusedError(call, { status: 502, body: "unexpected", message: "x", retryAfter: 20_000 }));
    await limiter.acquire(call, Infinity, signal);
    expect(clock.waits).toEqual([]);
  });
});
