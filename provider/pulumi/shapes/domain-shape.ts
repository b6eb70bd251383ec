import { z } from "zod";
import type { DomainRecord } from "../../api/records.ts";
import { declaredDomain, domainKind, type DeclaredDomain } from "../../resources/domain.ts";
import { canonicalHostName } from "../../resources/host-name.ts";
import type { InProject } from "../../resources/kind.ts";
import { ifExists, requiredText, splitId, type Shape } from "./shape.ts";

export const domainShape: Shape<InProject, DeclaredDomain, DomainRecord> = {
  name: "domain",
  inputs: z.strictObject({ project_id: z.string().min(1), ...declaredDomain.shape, if_exists: ifExists }),
  declared: declaredDomain,
  declaredNames: Object.keys(declaredDomain.shape),
  fixedNames: ["project_id", "name"],
  subject: (inputs) => `Domain ${requiredText(inputs, "name")} in project ${requiredText(inputs, "project_id")}`,
  parseId: (id) => {
    const { projectId, rest } = splitId(id, "domain");
    const name = canonicalHostName(rest) ?? rest;
    return { id: name, inputs: { project_id: projectId, name } };
  },
  bind: async (_connection, inputs) => {
    const projectId = requiredText(inputs, "project_id");
    return {
      kind: domainKind,
      address: { projectId },
      pulumiId: (live) => `${projectId}/${domainKind.idOf(live)}`,
      checkWrite: () => {},
      drift: (declared, live) => domainKind.compare(declared, live),
      observe: (live) => ({ name: domainKind.idOf(live) }),
      secretsIn: () => [],
    };
  },
  outputs: ({ dns_status: dnsStatus, ssl_status: sslStatus }) => ({ dnsStatus, sslStatus }),
  resolve: async (_connection, inputs) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems: [] };
  },
  pinnedId: () => undefined,
  secrets: async () => [],
  refuseRemoval: async () => {},
};
