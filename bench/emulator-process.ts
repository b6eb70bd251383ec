import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../emulator/clock.ts";
import { startEmulator } from "../emulator/start.ts";
import { catalogue, seededProjects } from "./scene.ts";
import { readOptions, type ServiceFigures } from "./service.ts";

/*
 * The emulator in a process of its own, with a latency, so that it takes no time from the process that is measured. It counts the
 * requests that it holds: each answer waits for the latency by this clock. Any message asks for the figures.
 */

const { latencyMs, pageSize, catalogue: which, projects, domains } = readOptions(process.argv[2]);

let figures = fresh();
let held = 0;
let changedAt = 0;

interface Counts {
  readonly methods: Record<string, number>;
  heldMs: number;
  first: number;
  last: number;
}

function fresh(): Counts {
  return { methods: {}, heldMs: 0, first: 0, last: 0 };
}

/** Adds the time since the last change, with so many requests held. */
function count(change: 1 | -1): void {
  const now = performance.now();
  if (figures.first === 0) figures.first = now;
  else figures.heldMs += held * (now - changedAt);
  figures.last = now;
  changedAt = now;
  held += change;
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
  latencyMs,
  pageSize,
  clock,
  seed: {
    ...(which === "scene" ? { catalogue: [...catalogue] } : {}),
    projects: seededProjects(projects, domains),
  },
  onRequest: ({ method, path }, phase) => {
    if (phase !== "received") return;
    const place = path.replaceAll(/\/(prj|pc)_\d+/g, "/:id").replace(/\/domains\/.*/, "/domains/:name");
    const kind = `${method} ${place}`;
    figures.methods[kind] = (figures.methods[kind] ?? 0) + 1;
  },
});

process.on("message", () => {
  const { methods, heldMs, first, last } = figures;
  const requests = Object.values(methods).reduce((sum, each) => sum + each, 0);
  figures = fresh();
  process.send?.({ methods, requests, milliseconds: last - first, heldMs } satisfies ServiceFigures);
});
process.once("disconnect", () => process.exit());
process.send?.({ url: emulator.url, token: emulator.token });
