import { z } from "zod";
import type { DomainRecord } from "../../api/records.ts";
import { domainIn, domainNamed } from "../../reconcile/find.ts";
import { domainStep } from "../../reconcile/object-steps.ts";
import { inProject } from "../../reconcile/snapshot.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT } from "../../resources/await-domains.ts";
import { readinessOf, WAIT_FOR } from "../../resources/domain-status.ts";
import { declaredDomain, findDomain, hostNameOf } from "../../resources/domain.ts";
import { canonicalHostName } from "../../resources/host-name.ts";
import { awaitStatus } from "../await-status.ts";
import { declaredOf, ifExists, profile, requiredText, splitId, type Shape } from "./shape.ts";

const waitFor = z.enum(WAIT_FOR).optional();
const waitTimeout = z.int().min(1).max(LONGEST_WAIT_TIMEOUT).optional();

export const domainShape: Shape<DomainRecord> = {
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
  fixedNames: ["project_id", "name"],
  subject: (inputs) => `Domain ${requiredText(inputs, "name")} in project ${requiredText(inputs, "project_id")}`,
  nameIn: (inputs) => requiredText(inputs, "name"),
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "domain");
    const name = canonicalHostName(rest) ?? rest;
    return { id: name, projectId, inputs: { project_id: projectId, name } };
  },
  bind: async (connection, inputs) => {
    const projectId = requiredText(inputs, "project_id");
    const frame = { project: projectId, slugs: [], projectId };
    return {
      shape: domainShape,
      connection,
      inputs,
      pulumiId: (id) => `${projectId}/${id}`,
      idOf: hostNameOf,
      read: (view, id) => domainNamed(view, projectId, id),
      foreign: (view, id) => domainIn(view, projectId, id),
      part: (name) => ({ of: "domain", key: inProject(projectId, name) }),
      listed: (view, id) => view.domains(projectId).find((live) => hostNameOf(live) === id),
      record: (fields, id) => ({ ...fields, name: id }),
      isHidden: () => false,
      withoutSecrets: () => inputs,
      observe: (live) => ({ name: hostNameOf(live) }),
      secretsIn: () => [],
      declare: (wanted) => {
        const fields = declaredOf(declaredDomain, wanted);
        const hostName = hostNameOf(fields);
        return {
          fields,
          find: (view) =>
            findDomain(view.domains(projectId), fields.name, `domain ${fields.name} in project ${projectId}`),
          hasKey: (live) => hostNameOf(live) === hostName,
          step: (live) => {
            if (live !== undefined) return undefined;
            const key = `${projectId}/${hostName}`;
            return domainStep({ ...frame, key, action: "create", organizationId: "" }, hostName, live);
          },
          lost: () => [],
          checkWrite: () => {},
          compare: () => [],
          drift: () => [],
        };
      },
    };
  },
  outputs: statusOutputs,
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
