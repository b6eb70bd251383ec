import type { Client } from "../../provider/api/client.ts";
import { GateClosedError, isConflict, isServiceError, mayBeThere, StoppedError } from "../../provider/api/errors.ts";
import type { Ensured, Kind } from "../../provider/resources/kind.ts";
import { rememberedLists, type Lists } from "../../provider/resources/lists.ts";
import { readCertain } from "../../provider/resources/read-certain.ts";
import { READ_DELAYS } from "../../provider/resources/settle.ts";

/** The object to change no longer exists. */
export class GoneError extends Error {
  override readonly name = "GoneError";

  constructor(id: string) {
    super(`${id} was deleted since the plan was made: nothing was sent. Run this again to create it.`);
  }
}

/** What an apply reads and writes objects with. */
export interface ConvergeClients {
  readonly client: Client;
  readonly lists: Lists;
}

/**
 * Converges one object to its declared state. Somebody may have written since the plan was made, so the object is read once
 * more before it is written. `planned` is the object that the plan found.
 */
export async function converge<Address, Declared, Live>(
  kind: Kind<Address, Declared, Live>,
  { client, lists }: ConvergeClients,
  address: Address,
  declared: Declared,
  planned: Live | undefined,
): Promise<Ensured<Live>> {
  if (planned !== undefined) {
    const id = kind.idOf(planned);
    const live = await kind.read(client, address, kind.nameOf(planned));
    if (live === undefined) throw new GoneError(id);
    return kind.ensure(client, address, declared, live);
  }
  // Where the key is the address, nothing can be made twice: the create says whether the object is there, and costs no list.
  const listed = kind.idFromKey(declared) === undefined ? await kind.find(lists, address, declared) : undefined;
  const found = listed && (await readAgain(listed));
  if (found !== undefined) return adopt(found);
  try {
    return await kind.ensure(client, address, declared, undefined, lists);
  } catch (error) {
    if (!mayBeThere(error)) throw error;
    try {
      const conflicting = await findConflicting(error);
      if (conflicting !== undefined) return await adopt(conflicting);
    } catch (failed) {
      const isStopped = failed instanceof GateClosedError || failed instanceof StoppedError;
      // A refusal that may mean something else says more than the failed read after it.
      if (!isStopped && (isConflict(error) || !isServiceError(failed))) throw failed;
    }
    // The create had no effect.
    throw error;
  }

  /** A list may lag: the object may be deleted, or renamed since, so that it is another one. */
  async function readAgain(listed: Live): Promise<Live | undefined> {
    const live = await readCertain(kind, client, address, kind.nameOf(listed));
    return live !== undefined && kind.hasKey(declared, live) ? live : undefined;
  }

  async function adopt(live: Live): Promise<Ensured<Live>> {
    const ensured = await kind.ensure(client, address, declared, live);
    const note = `${kind.idOf(live)} was created by somebody else since the plan was made; it was adopted.`;
    return { ...ensured, notes: [note, ...ensured.notes], adopted: true };
  }

  /** The object that the create conflicts with; `undefined` if it is at another address. A list may lag. */
  async function findConflicting(refusal: unknown): Promise<Live | undefined> {
    const id = kind.idFromKey(declared);
    // One read at most after a refusal that may mean something else.
    if (!isConflict(refusal))
      return id === undefined ? undefined : kind.find(rememberedLists(client), address, declared);
    const atKey = id === undefined ? undefined : await readCertain(kind, client, address, id);
    if (atKey !== undefined) return atKey;
    for (const delay of READ_DELAYS) {
      if (delay > 0) await client.pause(delay, "to find the object that the create conflicts with");
      const listed = await kind.find(rememberedLists(client), address, declared);
      const live = listed && (await readAgain(listed));
      if (live !== undefined) return live;
    }
    return undefined;
  }
}
