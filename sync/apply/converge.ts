import type { Client } from "../../provider/api/client.ts";
import { GateClosedError, isConflict, StoppedError } from "../../provider/api/errors.ts";
import type { Ensured, Kind } from "../../provider/resources/kind.ts";
import { rememberedLists, type Lists } from "../../provider/resources/lists.ts";
import { LOOKS } from "../../provider/resources/settle.ts";

/** What was to be changed is not there any more. */
export class GoneError extends Error {
  override readonly name = "GoneError";

  constructor(id: string) {
    super(`${id} is gone since the plan was made: nothing was sent. Run this again, to have it created.`);
  }
}

/** Where objects are looked at and changed during an apply. */
export interface Reach {
  readonly client: Client;
  /** Lists as they are when asked for; none for what is in a project that this run has just made. */
  readonly lists: Lists | undefined;
}

/**
 * Brings one object to what is declared. Time has passed since the plan, and somebody may have written: the object is
 * looked at once more before it is written.
 */
export async function bring<Place, Declared, Live>(
  kind: Kind<Place, Declared, Live>,
  { client, lists }: Reach,
  place: Place,
  declared: Declared,
  planned: Live | undefined,
): Promise<Ensured<Live>> {
  if (planned !== undefined) {
    const id = kind.idOf(planned);
    const live = await kind.read(client, place, id);
    if (live === undefined) throw new GoneError(id);
    return kind.ensure(client, place, declared, live);
  }
  const listed = lists === undefined ? undefined : await kind.find(lists, place, declared);
  const found = listed && (await readAgain(listed));
  if (found !== undefined) return takeOver(found);
  try {
    return await kind.ensure(client, place, declared, undefined);
  } catch (error) {
    if (!isConflict(error)) throw error;
    try {
      const other = await findOther();
      if (other !== undefined) return await takeOver(other);
    } catch (held) {
      if (!(held instanceof GateClosedError) && !(held instanceof StoppedError)) throw held;
    }
    // What was sent was refused, and that is what became of it.
    throw error;
  }

  /** A list may be behind: what it shows may be gone, or changed. */
  function readAgain(live: Live): Promise<Live | undefined> {
    return kind.read(client, place, kind.idOf(live));
  }

  async function takeOver(live: Live): Promise<Ensured<Live>> {
    const ensured = await kind.ensure(client, place, declared, live);
    const note = `${kind.idOf(live)} was created by somebody else since the plan was made; it was taken over.`;
    return { ...ensured, notes: [note, ...ensured.notes], takenOver: true };
  }

  /** What the conflict is with, unless it is somewhere else. A list may be behind. */
  async function findOther(): Promise<Live | undefined> {
    const address = kind.addressOf(declared);
    if (address !== undefined) return kind.read(client, place, address);
    for (const wait of LOOKS) {
      if (wait > 0) await client.pause(wait);
      const listed = await kind.find(rememberedLists(client), place, declared);
      const live = listed && (await readAgain(listed));
      if (live !== undefined) return live;
    }
    return undefined;
  }
}
