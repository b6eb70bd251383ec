import { describe, expect, it } from "vitest";
import { startEmulator, type Emulator, type FaultSchedule, type Rule } from "../../emulator/start.ts";
import { ask, fields } from "./ask.ts";
import { FIVE, keysOf, LISTS } from "./list.ts";

function failing(as: Extract<Rule["fault"], { kind: "list" }>["as"], rule: Omit<Rule, "fault"> = {}): FaultSchedule {
  return { faults: [{ ...rule, fault: { kind: "list", as } }] };
}

async function page(emulator: Emulator, path: string, limit: number, startKey?: string) {
  const start = startKey === undefined ? "" : `&start_key=${encodeURIComponent(startKey)}`;
  const reply = await ask(emulator, `GET ${path}?order_direction=ASC&limit=${limit}${start}`);
  expect(reply.status).toBe(200);
  const { has_more: more, last_key: next } = fields(reply);
  return { keys: keysOf(reply), more, next: typeof next === "string" ? next : undefined };
}

/** All pages, one key after the other. */
async function pages(emulator: Emulator, path: string, limit: number) {
  const found = [await page(emulator, path, limit)];
  for (let last = found[0]; last?.more === true; last = found.at(-1)) {
    found.push(await page(emulator, path, limit, last.next));
  }
  return found;
}

/** The fault of each request. */
function met(emulator: Emulator): readonly (string | undefined)[] {
  for (const { handled, status } of emulator.requests()) expect([handled, status]).toEqual([true, 200]);
  return emulator.requests().map(({ fault }) => fault);
}

describe.each(LISTS)("the list $path", ({ path, keys }) => {
  it("always has more, with the same cursor", async () => {
    await using emulator = await startEmulator({ seed: FIVE, faults: failing("repeated-cursor", { times: "always" }) });
    const first = await page(emulator, path, 2);
    expect(first).toEqual({ keys: keys.slice(0, 2), more: true, next: keys[1] });
    for (const { next } of [first, await page(emulator, path, 2, keys[1])]) {
      expect(await page(emulator, path, 2, next)).toEqual({ keys: keys.slice(2, 4), more: true, next: keys[1] });
    }
    expect(await page(emulator, path, 5)).toEqual({ keys, more: true, next: keys[4] });
    expect(new Set(met(emulator))).toEqual(new Set(["list repeated-cursor"]));
  });

  it.each([1, 2, 4, 5])(
    "returns an empty page before each real one, and loses nothing (%i per page)",
    async (limit) => {
      await using emulator = await startEmulator({ seed: FIVE, faults: failing("empty-page", { times: "always" }) });
      const found = await pages(emulator, path, limit);
      expect(found.flatMap((each) => each.keys)).toEqual(keys);
      const isEmpty = found.map((each) => each.keys.length === 0);
      expect(isEmpty).toEqual(isEmpty.map((_, index) => index % 2 === 0));
      expect(new Set(found.map(({ next }) => next)).size).toBe(found.length);
      expect(met(emulator)).toEqual(isEmpty.map((empty) => (empty ? "list empty-page" : undefined)));
    },
  );

  it.each([1, 2, 4])("repeats the last object of a page as the first of the next (%i per page)", async (limit) => {
    await using emulator = await startEmulator({ seed: FIVE, faults: failing("same-object-twice") });
    const [first, second, ...rest] = await pages(emulator, path, limit);
    expect(first?.keys).toEqual(keys.slice(0, limit));
    expect(second?.keys).toEqual(keys.slice(limit - 1, 2 * limit - 1));
    expect([first, second, ...rest].flatMap((each) => each?.keys)).toEqual(
      keys.toSpliced(limit, 0, keys[limit - 1] ?? ""),
    );
    expect(met(emulator).filter((fault) => fault !== undefined)).toEqual(["list same-object-twice"]);
  });

  it("has more without a last_key", async () => {
    await using emulator = await startEmulator({ seed: FIVE, faults: failing("missing-key", { times: 2 }) });
    expect(await page(emulator, path, 2)).toEqual({ keys: keys.slice(0, 2), more: true, next: undefined });
    expect(await page(emulator, path, 5)).toEqual({ keys, more: true, next: undefined });
    expect(await page(emulator, path, 2)).toEqual({ keys: keys.slice(0, 2), more: true, next: keys[1] });
    expect(met(emulator)).toEqual(["list missing-key", "list missing-key", undefined]);
  });
});
