import { ANSWERS } from "../text/explanations.ts";
import { ProtocolError, type Call } from "./errors.ts";
import { isNone, listRecord, pageKey } from "./records.ts";

/** Stops the loop if the server returns a new key for ever. */
const MAX_PAGES = 10_000;

/** Empty pages in a row, each with a new key, after which a list is taken to have ended. */
const MOST_EMPTY = 10;

/** What a list that does not say `has_more` may hold besides its items: names in lower case, without signs. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    "object kind url self first href links meta page paging pagination limit perpage pagesize organizationid orderdirection startkey " +
    "count total totalcount requestid traceid correlationid message msg version apiversion etag time timestamp took"
  ).split(" "),
);

/** How some services say in each answer that it is one. */
const FINE = /^(?:|none|true|yes|ok|success(?:ful)?|0+|1|2\d\d(?:\d\d)?\b.*)$/i;
const OUTCOMES: ReadonlySet<string> = new Set(["status", "code", "success", "ok"]);

/** How many items there are: in all, or on the page. */
const COUNTS: ReadonlySet<string> = new Set(["count", "total", "totalcount"]);

/**
 * The name of a field that this version does not know, in an answer or in an object of it: in the way of another interface, it may say that
 * the list goes on, as `paging.next`, `cursor` and `total_pages` do. So does a count of more items than the `read` ones.
 */
function unknownIn(fields: object, read: number): string | undefined {
  const found = Object.entries(fields).find(([name, value]) => {
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
    if (typeof value === "object" && value !== null) {
      return !isNone(value) && (!KNOWN.has(plain) || unknownIn(value, read) !== undefined);
    }
    if (COUNTS.has(plain) && Number(value) > read) return true;
    if (OUTCOMES.has(plain)) return value !== null && !FINE.test(String(value));
    return !KNOWN.has(plain) && !isNone(value);
  });
  return found?.[0];
}

/**
 * Reads the items of all pages of a list. `page` requests the page after a key; without a key, the first one. Rejects with
 * {@link ProtocolError} when the server returns a key a second time (observed with a server that always answers `has_more`), or
 * `has_more` without a key. `onItems` receives the number of items of each page, and may throw.
 */
export async function readPages(
  call: Call,
  page: (startKey: string | undefined) => Promise<unknown>,
  onItems?: (number: number) => void,
): Promise<unknown[]> {
  const pages: unknown[][] = [];
  const seen = new Set<string>();
  for (let startKey: string | undefined; ;) {
    const answer = listRecord.safeParse(await page(startKey));
    if (!answer.success) {
      throw new ProtocolError(call, "the answer is not a list (no data)", ANSWERS["wrong-address"].remedy);
    }
    const { data, has_more: hasMore, last_key: lastKey, ...others } = answer.data;
    onItems?.(data.length);
    pages.push(data);
    const next = pageKey.safeParse(lastKey).data;
    // Without `has_more`, read on from the key: taking this page for the last could hide objects, which would be created
    // a second time. A page may be empty because the service filters what it has read; at the end, many are, or the key is an old one.
    const isEmpty = pages.slice(-MOST_EMPTY).every((each) => each.length === 0) && pages.length >= MOST_EMPTY;
    const isEnd = next === undefined || (data.length === 0 && (seen.has(next) || isEmpty));
    const isSaid = typeof hasMore === "boolean";
    const isLast = isSaid ? !hasMore : isEnd;
    const sign =
      isLast && !isSaid
        ? unknownIn({ ...others, last_key: next === undefined ? lastKey : null }, pages.flat().length)
        : undefined;
    if (sign !== undefined) {
      throw new ProtocolError(call, `the list may go on, in a way that this version does not know (${sign})`);
    }
    if (isLast) return pages.flat();
    if (next === undefined) {
      throw new ProtocolError(call, "the list has more pages (has_more) but no last_key to read them");
    }
    if (seen.has(next)) throw new ProtocolError(call, "the list returned the same last_key twice, so it has no end");
    if (seen.size >= MAX_PAGES) throw new ProtocolError(call, `the list has more than ${MAX_PAGES} pages`);
    seen.add(next);
    startKey = next;
  }
}
