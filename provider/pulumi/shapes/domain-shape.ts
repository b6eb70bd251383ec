import { z } from "zod";
import type { Client } from "../../api/client.ts";
import type { DomainRecord } from "../../api/records.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT } from "../../resources/await-domains.ts";
import { declaredDomain, domainKind, type DeclaredDomain } from "../../resources/domain.ts";
import { readinessOf, WAIT_FOR } from "../../resources/domain-status.ts";
import { canonicalHostName } from "../../resources/host-name.ts";
import type { Fields } from "../../resources/json.ts";
import type { InProject } from "../../resources/kind.ts";
import { ATTACH_TIMEOUT, mayBeReleased, nextInterval } from "../../resources/late-release.ts";
import type { Connection } from "../connection.ts";
import { awaitStatus } from "../await-status.ts";
import { warn } from "../warnings.ts";
import { ifExists, profile, requiredText, splitId, type Shape } from "./shape.ts";

const waitFor = z.enum(WAIT_FOR).optional();
const waitTimeout = z.int().min(1).max(LONGEST_WAIT_TIMEOUT).optional();

export const domainShape: Shape<InProject, DeclaredDomain, DomainRecord> = {
  name: "domain",
  inputs: z.strictObject({
    project_id: z.string().min(1),
    ...declaredDomain.shape,
    if_exists: ifExists,
    wait_for: waitFor,
    wait_timeout: waitTimeout,
    profile,
  }),
  declared: declaredDomain,
  declaredNames: Object.keys(declaredDomain.shape),
  fixedNames: ["project_id", "name"],
  subject: (inputs) => `Domain ${requiredText(inputs, "name")} in project ${requiredText(inputs, "project_id")}`,
  nameIn: (inputs) => requiredText(inputs, "name"),
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "domain");
    const name = canonicalHostName(rest) ?? rest;
    return { id: name, inputs: { project_id: projectId, name } };
  },
  bind: async (connection, inputs) => {
    const projectId = requiredText(inputs, "project_id");
    return {
      kind: waitingDomain(replacedDomain(connection), inputs),
      address: { projectId },
      pulumiId: (live) => `${projectId}/${domainKind.idOf(live)}`,
      checkWrite: () => {},
      drift: (declared, live) => domainKind.compare(declared, live),
      observe: (live) => ({ name: domainKind.idOf(live) }),
      secretsIn: () => [],
    };
  },
  outputs: statusOutputs,
  resolve: async (_connection, inputs) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems: [] };
  },
  pinnedId: () => undefined,
  previousKey: () => undefined,
  secrets: async () => [],
  wrote: (lists, { projectId }, created) => {
    if (created === undefined) lists.dropDomains(projectId);
    else lists.addDomain(projectId, created.live);
  },
  refuseRemoval: async () => {},
};

/** The statuses that the service shows. */
export function statusOutputs({ dns_status: dns, ssl_status: ssl }: DomainRecord): {
  readonly dnsStatus?: boolean;
  readonly sslStatus?: boolean;
} {
  const [dnsReadiness, sslReadiness] = [readinessOf(dns), readinessOf(ssl)];
  return {
    ...(dnsReadiness === "not-known" ? {} : { dnsStatus: dnsReadiness === "ready" }),
    ...(sslReadiness === "not-known" ? {} : { sslStatus: sslReadiness === "ready" }),
  };
}

/**
 * Pulumi replaces a domain by a deletion and a create, so a host name that this update has detached may still be held by the
 * service when it is to be attached again.
 */
function replacedDomain({ claims: { detached } }: Connection): typeof domainKind {
  return {
    ...domainKind,
    ensure: async (client, address, declared, live) => {
      const attach = () => domainKind.ensure(client, address, declared, live);
      const id = domainKind.idFromKey(declared);
      return id !== undefined && detached.has(id) ? untilReleased(client, id, attach) : attach();
    },
    remove: async (client, address, id) => {
      const removal = await domainKind.remove(client, address, id);
      detached.add(id);
      return removal;
    },
  };
}

/** A domain whose create and update wait for the declared status, if one is declared. */
function waitingDomain(kind: typeof domainKind, inputs: Fields): typeof domainKind {
  return {
    ...kind,
    ensure: async (client, address, declared, live) => {
      const status = waitFor.parse(inputs["wait_for"]);
      const timeout = waitTimeout.parse(inputs["wait_timeout"]) ?? DEFAULT_WAIT_TIMEOUT;
      const ensured = await kind.ensure(client, address, declared, live);
      if (status === undefined || ensured.incomplete !== undefined) return ensured;
      const { live: awaited, missing } = await awaitStatus(client, address, ensured.live, status, timeout);
      return { ...ensured, live: awaited, ...(missing === undefined ? {} : { incomplete: missing }) };
    },
  };
}

async function untilReleased<Answer>(client: Client, name: string, attach: () => Promise<Answer>): Promise<Answer> {
  const began = client.now();
  for (;;) {
    const waited = client.now() - began;
    try {
      return await attach();
    } catch (error) {
      if (!mayBeReleased(error) || waited >= ATTACH_TIMEOUT) throw error;
      // Without the refusal: each has another request id, and would be a warning of its own.
      warn(`${name} is detached, and the service does not attach it again yet. Trying again for five minutes.`);
    }
    await client.pause(nextInterval(client.now() - began), `to attach ${name} again`);
  }
}
