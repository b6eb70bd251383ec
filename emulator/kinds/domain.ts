import { z } from "zod";
import { conflict } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import { segmentText } from "../schemas/segment-text.ts";
import type { ChildKind, Place } from "./child-kind.ts";

/** A host name attached to a project. */
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
const newDomain = z.strictObject({
  name: z.string().refine(isHostName, "must be a canonical lower-case ASCII host name"),
});

/** A domain in a seed. Any name that fits in a path: a live service can have wildcards and names in Unicode. */
export const seededDomain = z.strictObject({
  name: segmentText.max(253),
  dns_status: z.boolean().optional(),
  ssl_status: z.boolean().optional(),
});

type SeededDomain = z.output<typeof seededDomain>;

/** A single domain has no POST: it can only be attached and detached (docs/internals/service.md, Endpoints). */
export const domains: ChildKind<Domain, SeededDomain> = {
  title: "Domain",
  object: "domain",
  key: "name",

  create: (place, body) => attach(place, readFields(newDomain, body)),
  seed: attach,

  isOfProject: (projectId, name) => name === automaticHostName(projectId),

  removed({ core, projectId }, name) {
    const { releaseMs = 0 } = core.habits().hostNames ?? {};
    core.hostNames.remove(name, projectId);
    if (releaseMs > 0) core.releases.set(name, core.now() + releaseMs);
  },

  current(domain, core) {
    const { domains: habit } = core.habits();
    if (habit === undefined) return domain;
    const age = core.now() - Date.parse(String(domain["created_at"]));
    const isReady = (seeded: unknown, after = Number.POSITIVE_INFINITY) => seeded === true || age >= after;
    return {
      ...domain,
      dns_status: isReady(domain["dns_status"], habit.dnsMs),
      ssl_status: isReady(domain["ssl_status"], habit.sslMs),
    };
  },
};

/** The host name that a service with this habit gives a project by itself. */
export function automaticHostName(projectId: string): string {
  return `${projectId}.edgee.app`;
}

/**
 * Attaches a host name.
 *
 * @throws Refusal 409 if it is attached to a project, also to this one, or was detached a moment ago. The message does not name the
 *   project: it may belong to another customer.
 */
function attach({ core, projectId, items }: Place<Domain>, { name, ...status }: SeededDomain): Domain {
  const owners = core.hostNames.of(name);
  const isTaken = owners.has(projectId) || (owners.size > 0 && core.habits().duplicateDomains !== true);
  if (isTaken) throw conflict(`Domain ${name} is already attached to a project`);
  if ((core.releases.get(name) ?? 0) > core.now()) throw conflict(`Domain ${name} is not released yet`);
  core.hostNames.add(name, projectId);
  core.releases.delete(name);
  const { dns_status = false, ssl_status = false } = status;
  const time = core.timestamp();
  const domain: Domain = {
    object: "domain",
    name,
    project_id: projectId,
    dns_status,
    ssl_status,
    created_at: time,
    updated_at: time,
  };
  items.insert(name, domain);
  return domain;
}
