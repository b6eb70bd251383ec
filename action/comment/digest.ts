import { createHash } from "node:crypto";

/** A digest of plain data, as short as those of changes. */
export function digest(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest().subarray(0, 16).toString("base64url");
}
