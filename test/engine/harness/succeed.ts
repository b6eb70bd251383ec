import { expect } from "vitest";
import type { Reply } from "./driver.ts";

/** The reply of an operation that must not fail. */
export async function succeed(operation: Promise<Reply>): Promise<Reply> {
  const reply = await operation;
  expect(reply.failed, reply.text).toBe(false);
  return reply;
}

/** The reply of an operation that must fail. */
export async function fail(operation: Promise<Reply>): Promise<Reply> {
  const reply = await operation;
  expect(reply.failed, reply.text).toBe(true);
  return reply;
}
