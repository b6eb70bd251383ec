import type { Client } from "../../provider/api/client.ts";
import { asError, hadNoEffect, isConflict, isServiceError, isTransient } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import type { Ensured, InProject } from "../../provider/resources/kind.ts";
import type { PreviousProject } from "../plan/work.ts";
import { MoveUndoneError, NotMovedError } from "./move-errors.ts";
import { recheckProject } from "./recheck-project.ts";

interface Clients {
  /** Detaches. Sends nothing after the run is stopped. */
  readonly client: Client;
  /** Attaches: a detached host name must be attached again, also after the run is stopped. */
  readonly unstoppable: Client;
}

/**
 * Moves a host name to another project. Detaching and attaching are one unit: if the new project does not get the host name,
 * the old one gets it back, so that it does not stay offline. The old project also gets it back if the outcome of either
 * step is unknown: if one of the two has it, the service refuses to attach it again.
 */
export async function moveDomain(
  name: string,
  from: PreviousProject,
  toProjectId: string,
  { client, unstoppable }: Clients,
): Promise<Ensured<DomainRecord>> {
  // A lagging list may have shown a project that was renamed since: then this run may not move the host name.
  await recheckProject(client, from.project, from.slug);
  let detaching = true;
  try {
    await domainKind.remove(client, from, from.name);
    detaching = false;
    return await attach(name, { projectId: toProjectId }, unstoppable);
  } catch (error) {
    const failure = asError(error);
    if (detaching && hadNoEffect(error)) throw failure;
    try {
      await attach(name, from, unstoppable);
    } catch (putBackError) {
      const { atTarget, atPrevious } = isConflict(putBackError)
        ? await readAttachments(name, from, toProjectId, unstoppable)
        : NOT_FOUND;
      if (atTarget !== undefined) {
        return { live: atTarget, notes: [`${failure.message} It was read, and is attached to its new project.`] };
      }
      if (atPrevious !== undefined) throw failure;
      throw new NotMovedError(name, from.projectId, failure, asError(putBackError));
    }
    throw new MoveUndoneError(name, from.projectId, failure);
  }
}

/** Milliseconds for which attaching a detached host name is tried, and between two tries. */
const ATTACH_TIMEOUT = 300_000;
const ATTACH_INTERVAL = 10_000;

/** Retries for five minutes, because the host name is offline until it is attached. */
async function attach(name: string, address: InProject, client: Client): Promise<Ensured<DomainRecord>> {
  for (let waited = 0; ; waited += ATTACH_INTERVAL) {
    try {
      return await domainKind.ensure(client, address, { name }, undefined);
    } catch (error) {
      const maySucceedLater = hadNoEffect(error) && isTransient(error);
      if (!maySucceedLater || waited >= ATTACH_TIMEOUT) throw error;
      await client.pause(ATTACH_INTERVAL, `to attach ${name} again`).catch(() => {
        throw error;
      });
    }
  }
}

interface Attachments {
  readonly atTarget?: DomainRecord | undefined;
  readonly atPrevious?: DomainRecord | undefined;
}

const NOT_FOUND: Attachments = {};

/** Reads which of the two projects has the host name. Maybe neither: a conflict may be with a third project. */
async function readAttachments(
  name: string,
  from: PreviousProject,
  toProjectId: string,
  client: Client,
): Promise<Attachments> {
  try {
    const [atTarget, atPrevious] = await Promise.all([
      domainKind.read(client, { projectId: toProjectId }, domainKind.idFromKey({ name }) ?? name),
      domainKind.read(client, from, from.name),
    ]);
    return { atTarget, atPrevious };
  } catch (error) {
    if (isServiceError(error)) return NOT_FOUND;
    throw error;
  }
}
