import { setFlagsFromString } from "node:v8";

/** Makes V8 use less memory: a run keeps little of what it reads. Call it before anything large is read. */
export function useLittleMemory(): void {
  // The space for young objects would grow to 100 MB in a large run, and save no more time than with growYoungSpace.
  setFlagsFromString("--semi-space-growth-factor=1");
  // Collect old objects when there are twice as many as the last time, not four times.
  setFlagsFromString("--heap-growing-percent=100");
}

/**
 * Gives young objects 16 MiB in place of 2: fewer are copied, which saves a tenth of the processor time of an apply. It takes 2 ms, and has an
 * effect only when the program is loaded: V8 reads no other setting of this space while it runs, and this one when more objects have survived than
 * the space has room for.
 */
export function growYoungSpace(): void {
  setFlagsFromString("--semi-space-growth-factor=8");
  const survivors: object[] = [];
  while (survivors.length < 60_000) survivors.push({ at: survivors.length });
  setFlagsFromString("--semi-space-growth-factor=1");
}
