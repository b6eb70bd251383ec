import { createHmac } from "node:crypto";
import { z } from "zod";
import { jsonForm } from "./canonical.ts";
import { KINDS } from "./kind.ts";

/*
 * The writes that a plan shows, for a process that may make only these: Pulumi's engine applies a plan in processes of its
 * own, and reads the service and its state again.
 */

const plannedWrite = z.strictObject({
  kind: z.enum(KINDS),
  /** As in a plan. */
  key: z.string(),
  action: z.enum(["create", "update", "delete"]),
  /** The service's id. A domain has none. */
  id: z.string().optional(),
  /** Digests of the values that may be sent: of each declared field for a create, of each change for an update. */
  values: z.record(z.string(), z.string()),
});

export const plannedWrites = z.strictObject({
  format: z.literal(1),
  /** Ends the message of each refusal, so that nothing that a service writes can be taken for one. */
  mark: z.string().min(1),
  /** Makes digests that tell nothing outside of this run. */
  salt: z.string().min(1),
  /** The keys of the live projects, by id. A project that is renamed has two. */
  projects: z.record(z.string(), z.array(z.string())),
  writes: z.array(plannedWrite),
});

export type PlannedWrite = Readonly<z.infer<typeof plannedWrite>>;
export type PlannedWrites = Readonly<z.infer<typeof plannedWrites>>;

/** A digest of plain data, whatever the order of its keys. */
export function valueDigest(salt: string, value: unknown): string {
  return createHmac("sha256", salt)
    .update(JSON.stringify(jsonForm(value)))
    .digest("base64url");
}
