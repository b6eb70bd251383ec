import { z } from "zod";
import { resumedKey } from "../faults/resume-key.ts";
import { invalid } from "../refusal.ts";
import type { Collection, Entry } from "../store/collection.ts";

/** The query that every list takes. */
export const listQuery = z.strictObject({
  /** How many items a page holds, 1 to 100. Default: 20. */
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .default(20),
  /** The `last_key` of the page before. */
  start_key: z.string().optional(),
  /** By creation. Default: DESC. */
  order_direction: z.enum(["ASC", "DESC"]).default("DESC"),
});

export interface ListResponse<Item> {
  readonly object: "list";
  /** The path of the list. */
  readonly url: string;
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** The key of the last item: an id, or a domain's name. Absent from an empty page. */
  readonly last_key?: string;
}

export interface ListRequest<Item> {
  readonly path: string;
  readonly query: z.output<typeof listQuery>;
  /** The most that a page may hold, whatever `limit` asks for. */
  readonly pageSize: number;
  /** Which items the list has. Default: all. */
  readonly includes?: (item: Item) => boolean;
}

/** One page of a collection. @throws Refusal 400 for a `start_key` that was never a key of this collection. */
export function listPage<Item>(collection: Collection<Item>, request: ListRequest<Item>): ListResponse<Item> {
  const { path, query, pageSize, includes = () => true } = request;
  const ascending = query.order_direction === "ASC";
  const all = collection.listed();
  const isAfterCursor = afterCursor(collection, all, resumedKey(query.start_key), ascending);
  const rest = (ascending ? all : all.toReversed()).filter(
    ({ sequence, item }) => isAfterCursor(sequence) && includes(item),
  );
  const entries = rest.slice(0, Math.min(query.limit, pageSize));
  const last = entries.at(-1);
  return {
    object: "list",
    url: path,
    data: entries.map(({ item }) => item),
    has_more: rest.length > entries.length,
    ...(last === undefined ? {} : { last_key: last.key }),
  };
}

function afterCursor<Item>(
  collection: Collection<Item>,
  listed: readonly Entry<Item>[],
  startKey: string | undefined,
  ascending: boolean,
): (sequence: number) => boolean {
  if (startKey === undefined) return () => true;
  // A stale list shows a domain that was attached again where it was before.
  const cursor = listed.find(({ key }) => key === startKey)?.sequence ?? collection.sequenceOf(startKey);
  if (cursor === undefined) throw invalid([{ param: "start_key", message: "is not a key of this list" }]);
  return (sequence) => (ascending ? sequence > cursor : sequence < cursor);
}
