import type { Client } from "../../provider/api/client.ts";
import { isNotFound, isServiceError, StoppedError } from "../../provider/api/errors.ts";
import type { Ensured, Kind } from "../../provider/resources/kind.ts";
import { rememberedLists, type Lists } from "../../provider/resources/lists.ts";

/** Whether the lists show what one write has done. */
export type Shown = (lists: Lists) => Promise<boolean>;

export interface Written {
  /** What to call it by. */
  readonly key: string;
  readonly isShown: Shown;
}

/**
 * Waits until the service's lists show what was written, at most as long as `looks` says, and gives the keys of what they did
 * not show. From a list that is behind, the next run would make again what is there, and take for done what is not. Where
 * the lists are up to date this costs one reading of each list that something was changed in.
 */
export async function behind(
  client: Client,
  written: readonly Written[],
  looks: readonly number[],
): Promise<ReadonlySet<string>> {
  let hidden = written;
  for (const wait of looks) {
    if (hidden.length === 0) break;
    try {
      if (wait > 0) await client.pause(wait);
    } catch (error) {
      // The run was stopped while it waited.
      if (error instanceof StoppedError) break;
      throw error;
    }
    const lists = rememberedLists(client);
    const shown = await Promise.all(hidden.map(({ isShown }) => unlessUnreadable(isShown(lists))));
    hidden = hidden.filter((_written, index) => shown[index] !== true);
  }
  return new Set(hidden.map(({ key }) => key));
}

/** A list that cannot be read shows nothing: the next look may be luckier. */
async function unlessUnreadable(look: Promise<boolean>): Promise<boolean> {
  try {
    return await look;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return false;
  }
}

/** The object is in its list, and as declared; one that was created and is not as declared only has to be there. */
export function listed<Place, Declared, Live>(
  kind: Kind<Place, Declared, Live>,
  list: (lists: Lists) => Promise<readonly Live[]>,
  place: Place,
  declared: Declared,
): (ensured: Ensured<Live>) => Shown {
  return ({ live, incomplete }) =>
    async (lists) => {
      const found = (await list(lists)).find((candidate) => kind.idOf(candidate) === kind.idOf(live));
      if (found === undefined) return false;
      // A setting that is not shown at all is hidden, or will be seen by the next run to be there.
      const differs = kind
        .compare(declared, found, place)
        .some(({ path, from }) => !(path.startsWith("settings.") && from === null));
      return incomplete !== undefined || !differs;
    };
}

/** The object is not in its list, or there is no such list any more. */
export function unlisted<Live>(
  kind: { idOf(live: Live): string },
  list: (lists: Lists) => Promise<readonly Live[]>,
  id: string,
): () => Shown {
  return () => async (lists) => {
    try {
      return (await list(lists)).every((candidate) => kind.idOf(candidate) !== id);
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  };
}
