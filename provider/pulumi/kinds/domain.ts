import { z } from "zod";
import type { DomainRecord } from "../../api/records.ts";
import { declaredDomain, domainKind, type DeclaredDomain } from "../../resources/domain.ts";
import { canonicalHostName } from "../../resources/host-name.ts";
import type { InProject } from "../../resources/kind.ts";
import { ifExists, splitId, text, type Shape } from "./shape.ts";

export const domainShape: Shape<InProject, DeclaredDomain, DomainRecord> = {
  kind: domainKind,
  inputs: z.strictObject({ project_id: z.string().min(1), ...declaredDomain.shape, if_exists: ifExists }),
  declared: Object.keys(declaredDomain.shape),
  fixed: ["project_id", "name"],
  subject: (inputs) => `Domain ${text(inputs, "name")} in project ${text(inputs, "project_id")}`,
  place: async (_connection, inputs) => ({ projectId: text(inputs, "project_id") }),
  idOf: ({ projectId }, live) => `${projectId}/${domainKind.idOf(live)}`,
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "domain");
    const name = canonicalHostName(rest) ?? rest;
    return { id: name, inputs: { project_id: projectId, name } };
  },
  inList: async ({ lists }, inputs, id) =>
    (await lists.domains(text(inputs, "project_id"))).find((domain) => domainKind.idOf(domain) === id),
  drift: (declared, live, place) => domainKind.compare(declared, live, place),
  observe: (live) => ({ name: domainKind.idOf(live) }),
  outputs: ({ dns_status: dnsStatus, ssl_status: sslStatus }) => ({ dnsStatus, sslStatus }),
  settle: async (_connection, inputs) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems: [] };
  },
  pinned: () => undefined,
  secrets: async () => [],
  beforeRemoval: async () => {},
};
