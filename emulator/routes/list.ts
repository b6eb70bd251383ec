import { z } from "zod";
import { plainKey } from "../faults/resume-key.ts";
import { invalid } from "../refusal.ts";
import type { Collection, StoredItem } from "../store/collection.ts";

/** The query parameters of every list. */
export const listQuery = z.strictObject({
  /** Items per page, 1 to 100. Default: 20. */
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .default(20),
  /** The `last_key` of the previous page. */
  start_key: z.string().optional(),
  /** Order of creation. Default: DESC. */
  order_direction: z.enum(["ASC", "DESC"]).default("DESC"),
});

export interface ListResponse<Item> {
  readonly object: "list";
  /** The path of the list. */
  readonly url: string;
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** The key of the last item: an id, or the name of a domain. Absent if the page is empty. */
  readonly last_key?: string;
}

export interface ListRequest<Item> {
  readonly path: string;
  readonly query: z.output<typeof listQuery>;
  /** Maximum number of items in a page, also if `limit` is higher. */
  readonly pageSize: number;
  /** Which items are in the list. Default: all. */
  readonly includes?: (item: Item) => boolean;
}

/**
 * One page of a collection.
 *
 * @throws Refusal 400 if `start_key` was never a key of this collection.
 */
export function listPage<Item>(collection: Collection<Item>, request: ListRequest<Item>): ListResponse<Item> {
  const { path, query, pageSize, includes = () => true } = request;
  const ascending = query.order_direction === "ASC";
  const all = collection.listedItems();
  const isAfterCursor = afterCursor(collection, all, plainKey(query.start_key), ascending);
  const rest = (ascending ? all : all.toReversed()).filter(
    ({ sequence, item }) => isAfterCursor(sequence) && includes(item),
  );
  const page = rest.slice(0, Math.min(query.limit, pageSize));
  const last = page.at(-1);
  return {
    object: "list",
    url: path,
    data: page.map(({ item }) => item),
    has_more: rest.length > page.length,
    ...(last === undefined ? {} : { last_key: last.key }),
  };
}

function afterCursor<Item>(
  collection: Collection<Item>,
  listed: readonly StoredItem<Item>[],
  startKey: string | undefined,
  ascending: boolean,
): (sequence: number) => boolean {
  if (startKey === undefined) return () => true;
  // A stale list shows a domain that was attached again at its previous position.
  const cursor = listed.find(({ key }) => key === startKey)?.sequence ?? collection.sequenceOf(startKey);
  if (cursor === undefined) throw invalid([{ param: "start_key", message: "is not a key of this list" }]);
  return (sequence) => (ascending ? sequence > cursor : sequence < cursor);
}
