import { z } from "zod";
import type { Client, ReadClient } from "../api/client.ts";
import {
  hadNoEffect,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  markOutcomeUnknown,
  OtherObjectError,
} from "../api/errors.ts";
import type { DomainRecord } from "../api/records.ts";
import { atMostOne } from "./at-most-one.ts";
import { OtherFormError, OtherHostNameError } from "./failures.ts";
import { canonicalHostName, explainHostName, hostNameWithin } from "./host-name.ts";
import type { InProject, Kind } from "./kind.ts";
import { whileProjectAnswers } from "./project.ts";
import { asKey } from "./rule-schemas.ts";
import { READ_DELAYS, settleCreate, settleRemoval } from "./settle.ts";

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
  nameOf: ({ name }) => name,
  idFromKey: ({ name }) => hostName(name),
  list: (lists, { projectId }) => lists.domains(projectId),
  find: async (lists, { projectId }, { name }) => {
    const all = await lists.domains(projectId);
    const found = atMostOne(
      `domain ${name} in project ${projectId}`,
      domainsByHostName(all).get(hostName(name)) ?? [],
      (domain) => domain.name,
    );
    const [similar] = inOtherForm(all, name);
    if (found === undefined && similar !== undefined) throw new OtherFormError(similar.name, name);
    return found;
  },
  hasKey: ({ name }, live) => hostName(live.name) === hostName(name),
  mayBeElsewhere: ({ projectId }, live) => !isOf(projectId, live),
  read: (client, { projectId }, id) => readDomain(client, projectId, id),
  compare: ({ name }, live) =>
    hostName(name) === hostName(live.name)
      ? []
      : [{ path: "name", from: live.name, to: hostName(name), replace: true }],
  ensure: async (client, { projectId }, { name }, live) => {
    if (live !== undefined) return { live, notes: [] };
    const attached = await settleCreate(client, {
      subject: `the attachment of ${name} to project ${projectId}`,
      create: () => attach(client, projectId, hostName(name)),
      // First by its own address: a list may lag.
      readBack: async () => {
        const domain = await readDomain(client, projectId, hostName(name));
        if (domain === undefined) return spelledOtherwise(client, projectId, hostName(name));
        return isOf(projectId, domain) ? [domain] : listed(client, projectId, name);
      },
      idOf: (domain) => domain.name,
      unique: true,
    });
    if (hostName(attached.live.name) === hostName(name)) return attached;
    const { name: shown } = attached.live;
    const isHostName = canonicalHostName(shown) !== undefined;
    const incomplete = isHostName
      ? new OtherHostNameError(projectId, shown, hostName(name))
      : new OtherFormError(shown, hostName(name));
    return { ...attached, incomplete };
  },
  remove: (client, { projectId }, id) =>
    settleRemoval({
      subject: `the detachment of ${id} from project ${projectId}`,
      send: () => detach(client, projectId, id),
      isGone: async () => (await readDomain(client, projectId, id)) === undefined,
    }),
};

/** The domains of a list by the canonical form of their host names. */
export function domainsByHostName(domains: readonly DomainRecord[]): ReadonlyMap<string, readonly DomainRecord[]> {
  return indexOf(domains).byHostName;
}

/** The live domains whose name holds a host name in another form, such as a URL or with a port. They may be the same. */
export function inOtherForm(domains: readonly DomainRecord[], name: string): readonly DomainRecord[] {
  return indexOf(domains).similar.get(hostName(name)) ?? [];
}

interface DomainIndex {
  readonly byHostName: ReadonlyMap<string, readonly DomainRecord[]>;
  /** Those whose name is no host name, by the host name within. */
  readonly similar: ReadonlyMap<string | undefined, readonly DomainRecord[]>;
}

/** Cache: a plan looks up each declared domain in the same list. */
const indexes = new WeakMap<readonly DomainRecord[], DomainIndex>();

function indexOf(domains: readonly DomainRecord[]): DomainIndex {
  const known = indexes.get(domains);
  if (known !== undefined) return known;
  const others = domains.filter(({ name }) => canonicalHostName(name) === undefined);
  const index = {
    byHostName: Map.groupBy(domains, ({ name }) => hostName(name)),
    similar: Map.groupBy(others, ({ name }) => hostNameWithin(name)),
  };
  indexes.set(domains, index);
  return index;
}

/** Whether a record names the project, or none. Some services show a host name in any project, others show ids in another form. */
function isOf(projectId: string, { project_id: owner }: DomainRecord): boolean {
  return (owner ?? "") === "" || owner === projectId;
}

/** If another project has the host name, some services answer with its record. */
async function attach(client: Client, projectId: string, name: string): Promise<DomainRecord> {
  const answer = await client.domains.attach(projectId, name);
  if (isOf(projectId, answer)) return answer;
  // Or its id in another form: then a read shows it in this project, at once or late.
  for (const delay of READ_DELAYS) {
    if (delay > 0) await client.pause(delay, `for ${name} to be found in project ${projectId}`);
    if (await isIn(client, projectId, name)) return answer;
  }
  throw new OtherObjectError(
    `The service answered the attachment of ${name} to project ${projectId} with a record of project ${answer.project_id}.`,
  );
}

/** Whether a project certainly has the host name: its own record says so, or its list. */
async function isIn(client: Client, projectId: string, name: string): Promise<boolean> {
  const read = await unlessRefused(() => readDomain(client, projectId, name));
  if (read !== undefined && isOf(projectId, read)) return true;
  const inList = await unlessRefused(() => listed(client, projectId, name));
  return inList !== undefined && inList.length > 0;
}

/** What a read after an attachment that was answered finds; `undefined` if it is refused. */
async function unlessRefused<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (!isUnauthenticated(error)) return undefined;
    markOutcomeUnknown(error);
    throw error;
  }
}

/** A host name that is not found may be there in another spelling, such as `bücher.example`. */
async function detach(client: Client, projectId: string, name: string): Promise<void> {
  try {
    await client.domains.detach(projectId, name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const [other] = await spelledOtherwise(client, projectId, name).catch((unreadable: unknown) => {
      // An earlier attempt, whose answer was lost, may have detached it.
      if (!hadNoEffect(error)) markOutcomeUnknown(unreadable);
      throw unreadable;
    });
    if (other === undefined) throw error;
    await client.domains.detach(projectId, other.name);
  }
}

async function spelledOtherwise(client: ReadClient, projectId: string, name: string): Promise<readonly DomainRecord[]> {
  return (await listed(client, projectId, name)).filter((domain) => domain.name !== name);
}

async function listed(client: ReadClient, projectId: string, name: string): Promise<readonly DomainRecord[]> {
  return domainsByHostName(await client.domains.list(projectId)).get(hostName(name)) ?? [];
}

async function readDomain(client: ReadClient, projectId: string, name: string): Promise<DomainRecord | undefined> {
  try {
    return await client.domains.get(projectId, name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await whileProjectAnswers(client, projectId, error);
    return readInUnicode(client, projectId, name);
  }
}

/** Some services know `xn--bcher-kva.example` only as `bücher.example`. Only the list shows how they write it. */
async function readInUnicode(client: ReadClient, projectId: string, name: string): Promise<DomainRecord | undefined> {
  if (!A_LABEL.test(name)) return undefined;
  const [other] = await spelledOtherwise(client, projectId, name);
  if (other === undefined) return undefined;
  try {
    return await client.domains.get(projectId, other.name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** A label of an international host name in ASCII. */
const A_LABEL = /(?:^|\.)xn--/i;

/** The canonical form. A live name that has none, such as a wildcard, is compared without case and trailing dot. */
function hostName(name: string): string {
  return canonicalHostName(name) ?? name.toLowerCase().replace(/\.$/, "");
}
