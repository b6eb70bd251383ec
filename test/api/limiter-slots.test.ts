import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { caught } from "./connect.ts";
import { CALL, openLimiter, refused, turns } from "./open-limiter.ts";

describe("an attempt that waits for another to end", () => {
  it("ends when its call is stopped, and not only when a slot is free", async () => {
    const { acquire, begin } = openLimiter({ slots: 1 });
    await begin();
    const stop = new AbortController();
    const waiting = caught(acquire(Infinity, stop.signal));
    stop.abort();
    expect(await waiting).toMatchObject({ name: "NoAnswerError", sent: false });
  });

  it("ends at the deadline of its call", async () => {
    const { begin, clock, limiter, signal } = openLimiter({ slots: 1 });
    await begin();
    const deadline = { at: clock.now() + 60_000, milliseconds: 60_000 };
    const waiting = caught(limiter.acquire(CALL, Infinity, deadline, [signal]));
    clock.pass(60_000);
    expect((await waiting).message).toBe("GET /v1/projects: not sent within 60 s. Try again later.");
    expect(clock.pending()).toBe(0);
  });

  it("sets no timer, and leaves no listener behind", async () => {
    const { acquire, begin, clock, limiter, signal } = openLimiter({ slots: 1 });
    await begin();
    const waiting = acquire();
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    expect([clock.pending(), clock.waits]).toEqual([0, []]);
    limiter.release();
    await waiting;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("does not begin before its own turn when it is woken for nothing", async () => {
    const { acquire, begin, limiter } = openLimiter({ slots: 2 });
    await begin(2);
    let begun = false;
    const waiting = acquire().then(() => (begun = true));
    // The 429 takes one slot away, so the free one cannot be used.
    limiter.release(refused(429));
    await turns();
    expect(begun).toBe(false);
    limiter.release();
    await waiting;
  });
});

describe("a limiter", () => {
  it("does not wait for a pause that ends just when the call's time is up", async () => {
    const { acquire, begin, clock, limiter } = openLimiter();
    const now = clock.now();
    await begin();
    limiter.release(refused(429, 20));
    expect((await caught(acquire(now + 20_000))).message).toContain("asked to wait 20 s");
    expect(clock.now()).toBe(now);
    await acquire(now + 20_001);
    expect(clock.now()).toBe(now + 20_000);
  });

  it("keeps a pause when another answer has no Retry-After", async () => {
    const { begin, clock, limiter } = openLimiter();
    const now = clock.now();
    await begin(2);
    limiter.release(refused(503, 20));
    limiter.release(refused(429));
    await begin();
    expect(clock.now()).toBe(now + 20_000);
  });

  it("makes no other call wait after a Retry-After of another status", async () => {
    const { begin, clock, limiter } = openLimiter();
    await begin();
    limiter.release(refused(502, 20));
    await begin();
    expect(clock.waits).toEqual([]);
  });
});
