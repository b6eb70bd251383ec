import { z } from "zod";
import { isNotFound } from "../api/errors.ts";
import type { DomainRecord } from "../api/records.ts";
import { canonicalHostName } from "./host-name.ts";
import type { InProject, Kind } from "./kind.ts";
import { whileProjectAnswers } from "./project.ts";
import { only, settleCreate } from "./writes.ts";

/** What a user may declare of a domain. */
export const declaredDomain = z.strictObject({
  name: z
    .string()
    .refine((name) => canonicalHostName(name) !== undefined, "a host name such as www.example.com")
    .describe(
      "Host name; with the project the natural key. International names and capital letters are brought to one form.",
    ),
});
export type DeclaredDomain = z.infer<typeof declaredDomain>;

/** A domain attached to a project. It has nothing to update: it is attached or it is not (interface document, 4.3). */
export const domainKind: Kind<InProject, DeclaredDomain, DomainRecord> = {
  name: "domain",
  declared: declaredDomain,
  idOf: ({ name }) => hostName(name),
  find: async (lists, { projectId }, { name }) => {
    const found = (await lists.domains(projectId)).filter((domain) => hostName(domain.name) === hostName(name));
    return only(`domain ${name} in project ${projectId}`, found, (domain) => domain.name);
  },
  read: async (client, { projectId }, id) => {
    try {
      return await client.domains.get(projectId, id);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return whileProjectAnswers(client, projectId, error);
    }
  },
  compare: ({ name }, live) =>
    hostName(name) === hostName(live.name)
      ? []
      : [{ path: "name", from: live.name, to: hostName(name), replace: true }],
  ensure: async (client, { projectId }, { name }, live) => {
    if (live !== undefined) return live;
    return settleCreate(
      `the attachment of ${name} to project ${projectId}`,
      () => client.domains.attach(projectId, hostName(name)),
      async () => (await client.domains.list(projectId)).filter((domain) => hostName(domain.name) === hostName(name)),
      (domain) => domain.name,
    );
  },
  remove: async (client, { projectId }, id) => {
    try {
      await client.domains.detach(projectId, id);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
};

/** What the service holds may be a name this tool would not take: it is compared as it is. */
function hostName(name: string): string {
  return canonicalHostName(name) ?? name;
}
