import type { Answer } from "./answer.ts";

/** What the client gets to see: an answer, a part of one, or none. */
export type Reply =
  | { readonly kind: "whole"; readonly answer: Answer }
  /** In pieces of so many bytes, with so many milliseconds between them. */
  | { readonly kind: "slow"; readonly answer: Answer; readonly chunkBytes: number; readonly everyMs: number }
  /** Streamed without a length, with white space behind the body that makes it so many bytes. */
  | { readonly kind: "padded"; readonly answer: Answer; readonly bytes: number }
  /** Half of the body, then a reset of the connection. */
  | { readonly kind: "cut"; readonly answer: Answer }
  /** A reset of the connection. */
  | { readonly kind: "reset" }
  /** Nothing for a day, then the end of the connection. */
  | { readonly kind: "hang" };

/** The status that the client gets to see; 0 where it gets none. */
export function statusOf(reply: Reply): number {
  return reply.kind === "reset" || reply.kind === "hang" ? 0 : reply.answer.status;
}
