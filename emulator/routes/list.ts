import { z } from "zod";
import { plainKey } from "../faults/resume-key.ts";
import { invalid } from "../refusal.ts";
import type { Collection, StoredItem } from "../store/collection.ts";
import type { Core } from "../store/core.ts";
import type { Page } from "./handled.ts";

/** The query parameters of every list. */
export const listQuery = z.strictObject({
  /** Items per page, 1 to 100. Default: 20, or as the habits of the service say. */
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .optional(),
  /** The `last_key` of the previous page. */
  start_key: z.string().optional(),
  /** Order of creation. Default: DESC. */
  order_direction: z.enum(["ASC", "DESC"]).default("DESC"),
});

export type ListQuery = z.output<typeof listQuery>;

export interface ListRequest<Item> {
  readonly path: string;
  readonly query: ListQuery;
  /** Maximum number of items in a page, also if `limit` is higher. */
  readonly pageSize: number;
  readonly core: Core;
  /** Which items are in the list. Default: all. */
  readonly includes?: (item: Item) => boolean;
  readonly recordOf: (item: Item) => object;
}

/**
 * One page of a collection.
 *
 * @throws Refusal 400 if `start_key` was never a key of this collection.
 */
export function listPage<Item>(collection: Collection<Item>, request: ListRequest<Item>): Page {
  const { path, query, pageSize, core, includes = () => true, recordOf } = request;
  const { pageSize: usual = 20 } = core.habits().lists ?? {};
  const ascending = query.order_direction === "ASC";
  const lag = core.nextListLag();
  const all = collection.items(lag);
  const limit = Math.min(query.limit ?? usual, pageSize);

  function cursorOf(key: string): number {
    // A stale list shows a domain that was attached again at its previous position.
    const past = lag > 0 ? all.find((stored) => stored.key === key)?.sequence : undefined;
    const cursor = past ?? collection.sequenceOf(key);
    if (cursor === undefined) throw invalid([{ param: "start_key", message: "is not a key of this list" }]);
    return cursor;
  }

  const startKey = plainKey(query.start_key);
  const cursor = startKey === undefined ? undefined : cursorOf(startKey);
  const isAfter = ({ sequence }: StoredItem<Item>): boolean =>
    cursor === undefined || (ascending ? sequence > cursor : sequence < cursor);
  const found = (ascending ? all : all.toReversed()).filter((stored) => isAfter(stored) && includes(stored.item));
  const page = found.slice(0, limit);
  return {
    url: path,
    data: page.map(({ item }) => recordOf(item)),
    hasMore: found.length > limit,
    lastKey: page.at(-1)?.key,
  };
}
