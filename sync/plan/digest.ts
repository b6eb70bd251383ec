import { createHash } from "node:crypto";

/** A digest of plain data. 128 bits: too many to search for two contents with one digest, and short enough for a comment. */
export function digest(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16).toString("base64url");
}
