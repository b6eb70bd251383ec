import { z } from "zod";
import type { DomainRecord } from "../../api/records.ts";
import { domainIn, domainNamed } from "../../reconcile/find.ts";
import { domainStep } from "../../reconcile/object-steps.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT } from "../../resources/await-domains.ts";
import { readinessOf, WAIT_FOR } from "../../resources/domain-status.ts";
import { declaredDomain, findDomain, hostNameOf } from "../../resources/domain.ts";
import { canonicalHostName } from "../../resources/host-name.ts";
import { awaitStatus } from "../await-status.ts";
import { declaredOf, type Kind, options, requiredText } from "./kind.ts";

const waitFor = z.enum(WAIT_FOR).optional();
const waitTimeout = z.int().min(1).max(LONGEST_WAIT_TIMEOUT).optional();

export const domainKind: Kind<DomainRecord> = {
  name: "domain",
  inputs: z.strictObject({
    project_id: z.string().min(1),
    ...declaredDomain.shape,
    ...options,
    wait_for: waitFor,
    wait_timeout: waitTimeout,
  }),
  declared: declaredDomain,
  key: "name",
  example: "www.example.com",
  nameOf: (name) => hostNameOf({ name }),
  fixed: ["project_id", "name"],
  outputs: ["dns_status", "ssl_status"],
  outputOf: isReady,
  resolve: async (_connection, inputs) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems: [] };
  },
  awaitReady: async ({ client }, inputs, live) => {
    const status = waitFor.parse(inputs["wait_for"]);
    if (status === undefined) return { live };
    const timeout = waitTimeout.parse(inputs["wait_timeout"]) ?? DEFAULT_WAIT_TIMEOUT;
    return awaitStatus(client, { projectId: requiredText(inputs, "project_id") }, live, status, timeout);
  },
  open: async (_connection, inputs) => {
    const projectId = requiredText(inputs, "project_id");
    const declared = declaredOf(declaredDomain, inputs);
    return {
      declared,
      idOf: hostNameOf,
      read: (view, id, isForeign = false) => (isForeign ? domainIn : domainNamed)(view, projectId, id),
      listed: (view) => view.domains(projectId),
      find: (view) => {
        const { name } = declared();
        return findDomain(view.domains(projectId), name, `domain ${name} in project ${projectId}`);
      },
      hasKey: (live) => hostNameOf(live) === hostNameOf(declared()),
      compare: () => [],
      step: (frame, live) => domainStep(frame, hostNameOf(declared()), live),
      shown: (live) => ({ name: hostNameOf(live) }),
    };
  },
};

/** `undefined` if the service does not show it. */
export function isReady(status: unknown): boolean | undefined {
  const readiness = readinessOf(status);
  return readiness === "not-known" ? undefined : readiness === "ready";
}
