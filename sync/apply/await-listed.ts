import type { Client, OddProject } from "../../provider/api/client.ts";
import { isNotFound, isServiceError, isTransient, RefusedError, StoppedError } from "../../provider/api/errors.ts";
import type { Change, Ensured, Kind } from "../../provider/resources/kind.ts";
import { joinedLists, type Lists } from "../../provider/resources/lists.ts";
import { oncePerKey } from "../../provider/resources/once-per-key.ts";
import { itemName, type PlanItem } from "../plan/plan.ts";
import { lacks } from "../../provider/resources/read-whole.ts";

/** One written item, and how to see in the lists that it took place. */
export interface Written {
  readonly item: PlanItem;
  readonly id: string;
  readonly isListed: (lists: Lists) => Promise<boolean>;
}

/** Why a list does not show what was written: not yet, or the service refused to show the list. */
export type Unlisted = "late" | "refused";

/**
 * Waits until the service's lists show what was written, and returns the names of the items that they did not show. Reads
 * after each of `delays` (milliseconds). The next run relies on the lists: a stale list makes it create a duplicate or miss
 * a change. If no list is stale, this costs one read of each list that changed. A list that is refused is not waited for.
 */
export async function awaitListed(
  client: Client,
  written: readonly Written[],
  delays: readonly number[],
): Promise<ReadonlyMap<string, Unlisted>> {
  const unlisted = new Map<string, Unlisted>(written.map(({ item }) => [itemName(item), "late"]));
  let missing = written;
  for (const delay of delays) {
    if (missing.length === 0) break;
    try {
      if (delay > 0) await client.pause(delay, "for the lists to show what was written");
    } catch (error) {
      if (error instanceof StoppedError) break;
      throw error;
    }
    // All ask at once, so each list is read once, and kept only until it is looked through.
    const lists = { ...joinedLists(client), projects: writtenProjects(client, missing) };
    const found = await Promise.all(missing.map(({ isListed }) => lookedUp(isListed(lists))));
    for (const [index, { item }] of missing.entries()) {
      // A list that shows an older state makes the next run repeat a change at most, but create what exists.
      if (found[index] === "refused" && item.action === "create") unlisted.set(itemName(item), "refused");
      else if (found[index] !== "late") unlisted.delete(itemName(item));
    }
    missing = missing.filter((_write, index) => found[index] === "late");
  }
  return unlisted;
}

/**
 * Reads the projects of an organization only as far as it shows what was written: a project that was just created is among the
 * newest. A project that was deleted may be anywhere.
 */
function writtenProjects(client: Client, written: readonly Written[]): Lists["projects"] {
  const projects = written.filter(({ item }) => item.kind === "project");
  return oncePerKey(async (organizationId: string | undefined) => {
    const here = projects.filter(({ item }) => item.key.startsWith(`${organizationId}/`));
    const isDeleted = here.length === 0 || here.some(({ item }) => item.action === "delete");
    const odd: OddProject[] = [];
    const all = {
      ...(organizationId === undefined ? {} : { organizationId }),
      onOdd: (project: OddProject) => odd.push(project),
    };
    if (isDeleted) return { records: await client.projects.list(all), odd };
    const newest = new Set(here.map(({ id }) => id));
    const records = await client.projects.list({ ...all, newest }).catch((error: unknown) => {
      // A service may not take the order.
      if (error instanceof RefusedError && [400, 422].includes(error.status)) return client.projects.list(all);
      throw error;
    });
    return { records, odd };
  });
}

/** A list that cannot be read shows nothing; the next read may succeed. */
async function lookedUp(looking: Promise<boolean>): Promise<"listed" | Unlisted> {
  try {
    return (await looking) ? "listed" : "late";
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return error instanceof RefusedError && !isTransient(error) && !isNotFound(error) ? "refused" : "late";
  }
}

/** Whether the list shows the object as declared. An object that could not be made as declared only has to be there. */
export function isListedAs<Address, Declared, Live>(
  kind: Kind<Address, Declared, Live>,
  address: Address,
  declared: Declared,
  { live, incomplete }: Ensured<Live>,
): Written["isListed"] {
  return async (lists) => {
    const found = findById(kind, await kind.list(lists, address), kind.idOf(live));
    if (found === undefined) return false;
    if (incomplete !== undefined) return true;
    // What the list does not show, it may never show: the next run reads it by id. A setting that is `null` is hidden.
    const isNotShown = ({ path, from }: Change): boolean =>
      lacks(found, path) || (path.startsWith("settings.") && from === null);
    return kind.compare(declared, found).every(isNotShown);
  };
}

/** Cache: the position of each id. Every object that was written is looked up in the same list. */
const positions = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>();

function findById<Live>(
  kind: { readonly idOf: (live: Live) => string },
  list: readonly Live[],
  id: string,
): Live | undefined {
  const known = positions.get(list) ?? new Map(list.map((live, index) => [kind.idOf(live), index]));
  positions.set(list, known);
  const position = known.get(id);
  return position === undefined ? undefined : list[position];
}

/** Whether the list no longer shows the object, or no longer exists. */
export function isUnlisted<Address, Declared, Live>(
  kind: Kind<Address, Declared, Live>,
  address: Address,
  id: string,
): Written["isListed"] {
  return async (lists) => {
    try {
      return findById(kind, await kind.list(lists, address), id) === undefined;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  };
}
