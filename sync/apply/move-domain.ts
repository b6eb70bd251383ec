import type { Client } from "../../provider/api/client.ts";
import { hadNoEffect, isConflict, isServiceError, isTransient } from "../../provider/api/errors.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import type { Ensured, InProject } from "../../provider/resources/kind.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { MoveUndoneError, NotMovedError } from "./move-errors.ts";
import { sameProject } from "./recheck-project.ts";
import type { DomainSource } from "../plan/work.ts";

interface Movers {
  /** Detaches, unless the run is stopped before. */
  readonly client: Client;
  /** Attaches: what has left must arrive. */
  readonly unstoppable: Client;
}

/**
 * One unit: where the new project does not get the host name, it goes back to the old one, so that it is not off line.
 * Also where it is not known whether it was detached, or whether the new one has it: if one of them has it, the service
 * refuses to attach it once more.
 */
export async function moveDomain(
  name: string,
  from: DomainSource,
  to: string,
  { client, unstoppable }: Movers,
): Promise<Ensured<DomainRecord>> {
  // A list that was behind may have shown a project that somebody has renamed: then the host name is not this run's to take.
  await sameProject(client, from.project, from.slug);
  let detaching = true;
  try {
    await domainKind.remove(client, from, from.name);
    detaching = false;
    return await attach(name, { projectId: to }, unstoppable);
  } catch (error) {
    const moving = asError(error);
    if (detaching && hadNoEffect(error)) throw moving;
    try {
      await attach(name, from, unstoppable);
    } catch (again) {
      const { arrived, stayed } = isConflict(again) ? await whereItIs(name, from, to, unstoppable) : NOWHERE;
      if (arrived !== undefined) return { live: arrived, notes: [`${moving.message} It was read, and is there.`] };
      if (stayed !== undefined) throw moving;
      throw new NotMovedError(name, from.projectId, moving, asError(again));
    }
    throw new MoveUndoneError(name, from.projectId, moving);
  }
}

/** Milliseconds for which a host name that is off line is tried to be attached, and between two tries. */
const PATIENCE = 300_000;
const BETWEEN = 10_000;

/** It is off line meanwhile: what only asks to wait is waited for, longer than a call does. */
async function attach(name: string, place: InProject, client: Client): Promise<Ensured<DomainRecord>> {
  for (let waited = 0; ; waited += BETWEEN) {
    try {
      return await domainKind.ensure(client, place, { name }, undefined);
    } catch (error) {
      const mayComeRight = hadNoEffect(error) && isTransient(error);
      if (!mayComeRight || waited >= PATIENCE) throw error;
      await client.pause(BETWEEN).catch(() => {
        throw error;
      });
    }
  }
}

interface Whereabouts {
  readonly arrived?: DomainRecord | undefined;
  readonly stayed?: DomainRecord | undefined;
}

const NOWHERE: Whereabouts = {};

/** A third project may have it: that it cannot be attached does not say that one of the two has it. */
async function whereItIs(name: string, from: DomainSource, to: string, client: Client): Promise<Whereabouts> {
  try {
    const [arrived, stayed] = await Promise.all([
      domainKind.read(client, { projectId: to }, domainKind.addressOf({ name }) ?? name),
      domainKind.read(client, from, from.name),
    ]);
    return { arrived, stayed };
  } catch (error) {
    // Not known is not there.
    if (isServiceError(error)) return NOWHERE;
    throw error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
