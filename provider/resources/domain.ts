import { z } from "zod";
import { isNotFound } from "../api/errors.ts";
import type { DomainRecord } from "../api/records.ts";
import { atMostOne } from "./at-most-one.ts";
import { canonicalHostName, explainHostName } from "./host-name.ts";
import type { InProject, Kind } from "./kind.ts";
import { whileProjectAnswers } from "./project.ts";
import type { ReadClient } from "../api/client.ts";
import { asKey } from "./rule-schemas.ts";
import { settleCreate, settleRemoval } from "./settle.ts";

/** The fields of a domain that a user may declare. */
export const declaredDomain = z.strictObject({
  name: z
    .string()
    .refine((name) => canonicalHostName(name) !== undefined, {
      error: ({ input }) => explainHostName(String(input)),
      // For values that must not be shown.
      params: { rule: "must be a host name such as www.example.com" },
    })
    .meta(asKey)
    .describe("Host name. International names and capital letters are converted to lower-case ASCII."),
});
export type DeclaredDomain = z.infer<typeof declaredDomain>;

/** A domain attached to a project. It has no update: it is attached or it is not (docs/service.md, "Endpoints"). */
export const domainKind: Kind<InProject, DeclaredDomain, DomainRecord> = {
  name: "domain",
  declared: declaredDomain,
  idOf: ({ name }) => hostName(name),
  idFromKey: ({ name }) => hostName(name),
  list: (lists, { projectId }) => lists.domains(projectId),
  find: async (lists, { projectId }, { name }) => {
    const found = (await lists.domains(projectId)).filter((domain) => hostName(domain.name) === hostName(name));
    return atMostOne(`domain ${name} in project ${projectId}`, found, (domain) => domain.name);
  },
  hasKey: ({ name }, live) => hostName(live.name) === hostName(name),
  read: (client, { projectId }, id) => readDomain(client, projectId, id),
  compare: ({ name }, live) =>
    hostName(name) === hostName(live.name)
      ? []
      : [{ path: "name", from: live.name, to: hostName(name), replace: true }],
  ensure: async (client, { projectId }, { name }, live) => {
    if (live !== undefined) return { live, notes: [] };
    return settleCreate(client, {
      subject: `the attachment of ${name} to project ${projectId}`,
      create: () => client.domains.attach(projectId, hostName(name)),
      // By its own address: a list may lag.
      readBack: async () => {
        const domain = await readDomain(client, projectId, hostName(name));
        return domain === undefined ? [] : [domain];
      },
      idOf: (domain) => domain.name,
      unique: true,
    });
  },
  remove: (client, { projectId }, id) =>
    settleRemoval({
      subject: `the detachment of ${id} from project ${projectId}`,
      send: () => client.domains.detach(projectId, id),
      isGone: async () => (await readDomain(client, projectId, id)) === undefined,
    }),
};

async function readDomain(client: ReadClient, projectId: string, name: string): Promise<DomainRecord | undefined> {
  try {
    return await client.domains.get(projectId, name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return whileProjectAnswers(client, projectId, error);
  }
}

/** The canonical form. A live name that has none is compared as it is. */
function hostName(name: string): string {
  return canonicalHostName(name) ?? name;
}
