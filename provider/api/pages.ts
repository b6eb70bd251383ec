import { ProtocolError, type Call } from "./errors.ts";
import { listRecord, pageKey } from "./records.ts";

/** Stops the loop if the server returns a new key for ever. */
const MAX_PAGES = 10_000;

/**
 * Reads all pages of a list. `page` requests the page after a key; without a key, the first one. `parseItem` returns
 * `undefined` for an item to leave out. `idOf` returns the id of an item; an item on two pages counts once. `position` counts
 * from 1 over all pages. Rejects with {@link ProtocolError} when the server returns a key a second time (observed with a
 * server that always answers `has_more`), or `has_more` without a key.
 */
export async function readPages<T>(
  call: Call,
  page: (startKey: string | undefined) => Promise<unknown>,
  parseItem: (item: unknown, position: number) => T | undefined,
  idOf: (item: T) => string,
): Promise<T[]> {
  const items = new Map<string, T>();
  const seen = new Set<string>();
  let position = 0;
  for (let startKey: string | undefined; ;) {
    const answer = listRecord.safeParse(await page(startKey));
    if (!answer.success)
      throw new ProtocolError(
        call,
        "the answer is not a list (no data). Check that the base URL is the service's address",
      );
    for (const raw of answer.data.data) {
      position += 1;
      const item = parseItem(raw, position);
      if (item === undefined) continue;
      const id = idOf(item);
      if (!items.has(id)) items.set(id, item);
    }
    const { data, has_more: hasMore } = answer.data;
    const next = pageKey.safeParse(answer.data.last_key).data;
    // Without `has_more`, read on from the key: taking this page for the last could hide objects, which would be created
    // a second time.
    const isLast = !(hasMore ?? (data.length > 0 && next !== undefined));
    if (isLast) return [...items.values()];
    if (next === undefined) {
      throw new ProtocolError(call, "the list has more pages (has_more) but no last_key to read them");
    }
    if (seen.has(next)) throw new ProtocolError(call, "the list returned the same last_key twice, so it has no end");
    if (seen.size >= MAX_PAGES) throw new ProtocolError(call, `the list has more than ${MAX_PAGES} pages`);
    seen.add(next);
    startKey = next;
  }
}
