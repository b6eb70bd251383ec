import { expect, it } from "vitest";
import { virtualClock } from "./clock.ts";

const never = new AbortController().signal;

it("time jumps to the next moment that somebody waits for, in its order", async () => {
  const clock = virtualClock();
  const began = clock.now();
  const woken: string[] = [];
  const wait = async (name: string, milliseconds: number): Promise<void> => {
    await clock.sleep(milliseconds, never);
    woken.push(`${name} ${clock.now() - began}`);
  };
  const short = wait("short", 1_000).then(() => wait("short again", 500));
  await Promise.all([wait("long", 60_000), short]);
  expect(woken).toEqual(["short 1000", "short again 1500", "long 60000"]);
});

it("time does not pass while somebody is at work", async () => {
  const clock = virtualClock();
  const began = clock.now();
  const sleeping = clock.sleep(1_000, never);
  for (let step = 0; step < 1_000; step += 1) await Promise.resolve();
  expect(clock.now()).toBe(began);
  await sleeping;
  expect(clock.now()).toBe(began + 1_000);
});

it("a wait ends with its signal", async () => {
  const clock = virtualClock();
  const stop = new AbortController();
  const sleeping = clock.sleep(1_000, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(sleeping).rejects.toThrow("stopped");
  await expect(clock.sleep(1_000, stop.signal)).rejects.toThrow("stopped");
  await clock.idle();
});

it("finds a wait without an end", async () => {
  const clock = virtualClock();
  const began = clock.now();
  const sleeping = clock.sleep(1_000, never);
  await expect(clock.idle()).rejects.toThrow("1 waits do not end");
  expect(clock.now()).toBe(began);
  await sleeping;
});
