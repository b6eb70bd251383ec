import { expect, it } from "vitest";
import { READ_DELAYS } from "../../core/reconcile/poll.ts";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";

it("the settle window is as long as all waits before its reads, and the first read comes at once", () => {
  expect(READ_DELAYS.reduce((sum, wait) => sum + wait, 0)).toBe(SETTLE_WINDOW);
  expect(READ_DELAYS[0]).toBe(0);
});
