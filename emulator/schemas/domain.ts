import { z } from "zod";

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Accepts only the canonical form: lower-case ASCII, at least two labels, no trailing dot, not an IPv4 address. */
function isHostName(name: string): boolean {
  const labels = name.split(".");
  return (
    name.length <= 253 &&
    labels.length >= 2 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

/** The request body that attaches a domain. */
export const newDomain = z.strictObject({
  name: z.string().refine(isHostName, "must be a canonical lower-case ASCII host name"),
});

/** Text that fits in one segment of a path. */
export const segmentText = z
  .string()
  .regex(
    /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u,
    "must not be empty, one dot or two, and have no slash and no control character",
  );

/** A domain in a seed. Any name that fits in a path: a live service can have wildcards and names in Unicode. */
export const seededDomain = z.strictObject({
  name: segmentText.max(253),
  dns_status: z.boolean().optional(),
  ssl_status: z.boolean().optional(),
});

export interface Domain {
  readonly object: "domain";
  readonly name: string;
  readonly project_id: string;
  /** Read-only: whether DNS points at the service. */
  readonly dns_status: boolean;
  /** Read-only: whether a certificate is issued. */
  readonly ssl_status: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** ISO 8601, UTC. */
  readonly updated_at: string;
}
