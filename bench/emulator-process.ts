import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../emulator/clock.ts";
import { startEmulator } from "../emulator/start.ts";
import { catalogue } from "./scene.ts";
import type { ServiceFigures, ServiceOrder } from "./service.ts";

/*
 * The emulator in a process of its own, with a latency, so that it takes no time from the process that is measured. It counts the
 * requests that it holds: each answer waits for the latency by this clock.
 */

const { latencyMs, pageSize } = JSON.parse(process.argv[2] ?? "{}") as { latencyMs: number; pageSize: number };

let figures = fresh();
let held = 0;
let changedAt = 0;

function fresh() {
  return { methods: {} as Record<string, number>, heldMs: 0, first: 0, last: 0, most: 0, slices: [] as number[] };
}

/** Adds the time since the last change, with so many requests held. */
function count(change: 1 | -1): void {
  const now = performance.now();
  figures.heldMs += held * (now - changedAt);
  if (figures.first === 0) figures.first = now;
  const at = Math.floor((now - figures.first) / 100);
  figures.slices[at] = (figures.slices[at] ?? 0) + (held * (now - changedAt)) / 100;
  figures.last = now;
  changedAt = now;
  held += change;
  figures.most = Math.max(figures.most, held);
}

const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    count(1);
    try {
      await delay(milliseconds, undefined, { signal });
    } finally {
      count(-1);
    }
  },
};

const emulator = await startEmulator({
  token: "token-of-the-bench",
  latencyMs,
  pageSize,
  clock,
  seed: { catalogue: [...catalogue] },
  onRequest: ({ method, path }, phase) => {
    if (phase !== "received") return;
    const kind = `${method} ${path.replaceAll(/\/(prj|pc)_\d+/g, "/:id").replace(/\/domains\/.*/, "/domains/:name")}`;
    figures.methods[kind] = (figures.methods[kind] ?? 0) + 1;
  },
});

process.on("message", (order: ServiceOrder) => {
  if (order === "end") process.disconnect();
  else if (order === "figures") {
    const { methods, heldMs, first, last, most, slices } = figures;
    const requests = Object.values(methods).reduce((sum, each) => sum + each, 0);
    const answer: ServiceFigures = { methods, requests, milliseconds: last - first, heldMs, most, slices };
    figures = fresh();
    process.send?.(answer);
  }
});
process.once("disconnect", () => process.exit());
process.send?.({ url: emulator.url, token: emulator.token });
