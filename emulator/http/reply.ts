import type { Answer } from "./answer.ts";

/** What is sent to the client: an answer, a part of one, or nothing. */
export type Reply =
  | { readonly kind: "whole"; readonly answer: Answer }
  /** Sent in pieces of `chunkBytes`, with `everyMs` milliseconds between them. */
  | { readonly kind: "slow"; readonly answer: Answer; readonly chunkBytes: number; readonly everyMs: number }
  /** Streamed without a content-length, and padded with spaces to `bytes`. */
  | { readonly kind: "padded"; readonly answer: Answer; readonly bytes: number }
  /** Half of the body, then the connection is reset. */
  | { readonly kind: "cut"; readonly answer: Answer }
  /** The connection is reset. */
  | { readonly kind: "reset" }
  /** Nothing for one day, then the connection ends. */
  | { readonly kind: "hang" };

/** The HTTP status that the client gets. 0 if it gets none. */
export function statusOf(reply: Reply): number {
  return reply.kind === "reset" || reply.kind === "hang" ? 0 : reply.answer.status;
}
