import { createProgressMeter, type ProgressMeter } from "../sync/progress.ts";
import { log } from "./log.ts";

/** Milliseconds between two lines. */
const INTERVAL = 10_000;

/** Logs now and then how far the run is, and what it waits for, until it is disposed of. */
export function logProgress(): ProgressMeter & Disposable {
  const meter = createProgressMeter();
  const timer = setInterval(() => {
    const text = meter.describe();
    if (text !== undefined) log(text);
  }, INTERVAL);
  return { ...meter, [Symbol.dispose]: () => clearInterval(timer) };
}
