import type { Client } from "../../provider/api/client.ts";
import {
  asError,
  hadNoEffect,
  isConflict,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  StoppedError,
} from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { OutcomeUnknownError } from "../../provider/resources/failures.ts";
import type { Ensured, InProject } from "../../provider/resources/kind.ts";
import { ATTACH_TIMEOUT, mayBeReleased, nextInterval } from "../../provider/resources/late-release.ts";
import { readCertain } from "../../provider/resources/read-certain.ts";
import { SETTLE_WINDOW } from "../../provider/resources/settle.ts";
import type { PreviousProject } from "../plan/work.ts";
import { GoneError } from "./converge.ts";
import { MoveUndoneError, NotMovedError } from "./move-errors.ts";
import { recheckProject } from "./recheck-project.ts";
import { TakenError, type OwnerSearch } from "./taken-name.ts";

interface Clients {
  /** Detaches. Sends nothing after the run is stopped. */
  readonly client: Client;
  /** Attaches: a detached host name must be attached again, also after the run is stopped. */
  readonly unstoppable: Client;
  readonly owners: OwnerSearch;
}

/** The project that gets the host name. */
interface NewProject extends InProject {
  /** This run just created it: the service may not find it at once. */
  readonly isNew: boolean;
}

/** One move that is under way. */
interface Move {
  readonly name: string;
  readonly from: PreviousProject;
  readonly to: NewProject;
  readonly client: Client;
  /** Milliseconds of the pauses between the attachments. */
  paused: number;
  /** How often the old project was asked to take the host name back after the five minutes. */
  lastTries: number;
  /** This run has detached the host name: a service that still shows it at its old project may not have released it yet. */
  isDetached: boolean;
  /** When the detachment was answered, or given up. */
  detachedAt: number;
}

/**
 * Moves a host name to another project. Detaching and attaching are one unit: if the new project does not get the host name,
 * the old one gets it back, so that it does not stay offline. Only what this run may have detached is put back.
 */
export async function moveDomain(
  name: string,
  from: PreviousProject,
  to: NewProject,
  { client, unstoppable, owners }: Clients,
): Promise<Ensured<DomainRecord>> {
  const move: Move = { name, from, to, client: unstoppable, paused: 0, lastTries: 0, isDetached: true, detachedAt: 0 };
  try {
    move.isDetached = await detach(from, client);
    move.detachedAt = client.now();
  } catch (error) {
    if (hadNoEffect(error) || !isServiceError(error)) throw error;
    move.detachedAt = client.now();
    // The host name may be detached.
    move.isDetached = false;
    const back = await putBack(move, error);
    if (!("failure" in back)) return back;
    move.isDetached = true;
  }
  for (;;) {
    const attached = await attach(move, to);
    if ("ensured" in attached) return attached.ensured;
    const { failure } = attached;
    if (attached.at === "previous") throw failure;
    if (mayAttachLater(failure, move) && (await waited(move, failure))) continue;
    if (isConflict(failure)) {
      const owner = await owners.find(name);
      if (owner.id !== undefined && owner.id !== from.projectId) throw new TakenError(owner.sentence, failure);
    }
    if (!move.isDetached) throw failure;
    // If both projects are refused it, the service may still be releasing it, in words of its own.
    const back = await putBack(move, failure);
    if (!("failure" in back)) return back;
    if (isUnauthenticated(back.failure) || !(await waitedToPutBack(move, back.failure))) {
      throw new NotMovedError(name, from.projectId, failure, back.failure);
    }
  }
}

/** Detaches the host name. False if there was nothing to detach: somebody else has done it, or deleted the project. */
async function detach(from: PreviousProject, client: Client): Promise<boolean> {
  try {
    // A lagging list may have shown a project that was renamed since: then this run may not move the host name.
    await recheckProject(client, from.project, from.slug);
  } catch (error) {
    if (error instanceof GoneError) return false;
    throw error;
  }
  try {
    await client.domains.detach(from.projectId, from.name);
    return true;
  } catch (error) {
    if (isNotFound(error)) return !hadNoEffect(error);
    if (hadNoEffect(error)) throw error;
    if ((await isAttached(client, from, from.name)) === false) return true;
    throw error;
  }
}

type Attached =
  | { readonly at: "asked" | "target"; readonly ensured: Ensured<DomainRecord> }
  | { readonly at: "previous" | "nowhere"; readonly failure: Error };

/** Attaches the host name once. If that is refused or gets no answer, reads which of the two projects has it. */
async function attach(move: Move, address: InProject): Promise<Attached> {
  const { name, from, to, client, isDetached } = move;
  try {
    const ensured = await domainKind.ensure(client, address, { name }, undefined);
    if (address !== from || ensured.adopted !== true || (await isAtPrevious(move))) return { at: "asked", ensured };
    return { at: "nowhere", failure: new OutcomeUnknownError(`the attachment of ${name} to ${from.projectId}`, LATE) };
  } catch (error) {
    const failure = asError(error);
    if (isConflict(error) || !hadNoEffect(error)) {
      // The new project first: it may have the host name although the service refused it.
      const atTarget = await readIfPossible(client, to, name);
      if (atTarget !== undefined) {
        const note = `${failure.message} It was read, and is attached to its new project.`;
        return { at: "target", ensured: { live: atTarget, notes: [note] } };
      }
      // A service may go on showing a host name until it has released it.
      const mayBeHeld = isDetached && sinceDetached(move) < ATTACH_TIMEOUT;
      if (!mayBeHeld && (await isAtPrevious(move))) return { at: "previous", failure };
    }
    return { at: "nowhere", failure };
  }
}

const LATE = new Error("No answer arrived, and a late read showed it.");

/** Whether the old project has the host name. Reads may be late: what shows it counts only after the settle window. */
async function isAtPrevious(move: Move): Promise<boolean> {
  const { name, from, client } = move;
  if ((await readIfPossible(client, from, from.name)) === undefined) return false;
  const left = SETTLE_WINDOW - sinceDetached(move);
  if (left <= 0) return true;
  try {
    await client.pause(left, `for reads to show where ${name} is`);
  } catch (error) {
    if (error instanceof StoppedError) return false;
    throw error;
  }
  return (await readIfPossible(client, from, from.name)) !== undefined;
}

/** Milliseconds. */
function sinceDetached({ client, detachedAt }: Move): number {
  return client.now() - detachedAt;
}

/** Whether the same attachment may succeed later. A project that this run created may not be found yet. */
function mayAttachLater(failure: Error, move: Move): boolean {
  if (isNotFound(failure)) return move.to.isNew && move.paused < SETTLE_WINDOW;
  return failure instanceof OutcomeUnknownError || mayBeReleased(failure);
}

/** Waits before the next try. False if there is no time left, or the run is stopped. */
async function waited(move: Move, failure: Error): Promise<boolean> {
  return sinceDetached(move) < ATTACH_TIMEOUT && pause(move, failure);
}

/** How often the host name is put back at most after the five minutes. */
const LAST_TRIES = 3;

/** The same before the host name is put back. */
async function waitedToPutBack(move: Move, failure: Error): Promise<boolean> {
  if (sinceDetached(move) < ATTACH_TIMEOUT) return pause(move, failure);
  move.lastTries += 1;
  return move.lastTries < LAST_TRIES && pause(move, failure);
}

/** Pauses before the next try. False if the run is stopped. */
async function pause(move: Move, failure: Error): Promise<boolean> {
  const interval = nextInterval(sinceDetached(move));
  move.paused += interval;
  try {
    await move.client.pause(
      interval,
      isConflict(failure) ? `for ${move.name} to be released` : `to attach ${move.name} again`,
    );
    return true;
  } catch (error) {
    if (error instanceof StoppedError) return false;
    throw error;
  }
}

/**
 * Attaches the host name to its old project again, which ends the move: MoveUndoneError. Resolves if its new project turns out
 * to have it, or with the failure if neither has it.
 */
async function putBack(move: Move, failure: Error): Promise<Ensured<DomainRecord> | { readonly failure: Error }> {
  const { name, from } = move;
  const again = await attach(move, from);
  switch (again.at) {
    case "target":
      return { ...again.ensured, notes: [`${failure.message} It was read, and is attached to its new project.`] };
    case "previous":
      throw failure;
    case "asked":
      throw new MoveUndoneError(name, from.projectId, failure);
    case "nowhere":
      return { failure: again.failure };
  }
}

/** Whether a project has the host name; `undefined` if that cannot be read. A project that is gone has none. */
async function isAttached(client: Client, address: InProject, name: string): Promise<boolean | undefined> {
  try {
    return (await domainKind.read(client, address, name)) !== undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return isNotFound(error) ? false : undefined;
  }
}

async function readIfPossible(client: Client, address: InProject, name: string): Promise<DomainRecord | undefined> {
  try {
    return await readCertain(domainKind, client, address, name);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}
