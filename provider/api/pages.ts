import { ProtocolError, type Call } from "./errors.ts";
import { listRecord } from "./records.ts";

/** A bound for a server that makes up a new key each time. */
const MAX_PAGES = 10_000;
/** A bound for what is held of one list. */
const MAX_ITEMS = 100_000;

/**
 * Reads a list to its end. `page` asks for the page after a key (the first without one), `idOf` names an item.
 * An item that shows up on two pages counts once. Rejects with {@link ProtocolError} when a key comes again, which a
 * server that always says `has_more` was seen to do, or when `has_more` comes without a key.
 */
export async function readPages<T>(
  call: Call,
  page: (startKey: string | undefined) => Promise<unknown>,
  parseItem: (item: unknown) => T,
  idOf: (item: T) => string,
): Promise<T[]> {
  const items = new Map<string, T>();
  const seen = new Set<string>();
  for (let startKey: string | undefined; ;) {
    const answer = listRecord.safeParse(await page(startKey));
    if (!answer.success) throw new ProtocolError(call, "the answer is not a list (no `data`)");
    for (const raw of answer.data.data) {
      const item = parseItem(raw);
      const id = idOf(item);
      if (!items.has(id)) items.set(id, item);
    }
    if (items.size > MAX_ITEMS) throw new ProtocolError(call, `the list has more than ${MAX_ITEMS} items`);
    const { data, has_more: hasMore, last_key: next } = answer.data;
    // A list that does not say whether it goes on is read on from its key: taken for the end, it would hide objects, and
    // what is not found is created.
    if (!(hasMore ?? (data.length > 0 && !!next))) return [...items.values()];
    if (next === undefined || next === null || next === "") {
      throw new ProtocolError(call, "the list says that it goes on but gives no key for the next page");
    }
    if (seen.has(next)) throw new ProtocolError(call, "the list comes round to a page that was read already");
    if (seen.size >= MAX_PAGES) throw new ProtocolError(call, `the list has more than ${MAX_PAGES} pages`);
    seen.add(next);
    startKey = next;
  }
}
