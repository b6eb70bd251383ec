import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "../../provider/api/printable.ts";
import { differenceOf as differenceOfChange, type Difference } from "../../sync/difference.ts";

/** In a field whose list is ordered, or in this one. */
const differenceOf = (from: unknown, to: unknown, path = "override_cache"): Difference =>
  differenceOfChange({ path, from, to });

const long = (middle: string): string => `${"a".repeat(300)}${middle}${"z".repeat(300)}`;

it("short values are shown as they are", () => {
  expect(differenceOf("one", 2)).toMatchObject({
    of: "values",
    removed: ['"one"'],
    added: ["2"],
    leftOutItems: 0,
    leftOutCharacters: 0,
  });
  expect(differenceOf(null, { on: true })).toMatchObject({
    removed: ["null"],
    added: ['{"on":true}'],
    leftOutItems: 0,
    leftOutCharacters: 0,
  });
});

describe("of lists", () => {
  it("one of twenty addresses that becomes another one is shown alone", () => {
    const addresses = Array.from({ length: 20 }, (_item, index) => `203.0.113.${index}`);
    const changed = addresses.with(13, "0.0.0.0/0");
    expect(differenceOf(addresses, changed, "blocked_ips")).toMatchObject({
      removed: ['"203.0.113.13"'],
      added: ['"0.0.0.0/0"'],
      leftOutItems: 0,
      leftOutCharacters: 0,
    });
  });

  it("objects are compared by their key, around what differs", () => {
    const rule = (rank: number, limit: number) => ({ rank, key: ["ip".repeat(60)], limit, window: "10s".repeat(30) });
    const { removed, added } = differenceOf([rule(1, 5), rule(8, 5)], [rule(1, 5), rule(8, 50), rule(9, 1)]);
    expect(removed).toEqual([expect.stringMatching(/^"rank":8 …\[\d+ more\]…[^5]*"limit":5,[^5]*…\[\d+ more\]…$/)]);
    expect(added).toEqual([expect.stringContaining('"limit":50'), expect.stringContaining('{"rank":9')]);
  });

  it("an item that is listed once less often is removed", () => {
    expect(differenceOf(["a", "a"], ["a"])).toMatchObject({
      removed: ['"a"'],
      added: [],
      leftOutItems: 0,
      leftOutCharacters: 0,
    });
  });

  it("another order of what stays is shown, unless it does not count", () => {
    const [a, b, c] = ["/a", "/b", "/c"].map((path) => ({ path }));
    expect(differenceOf([a, b], [b, a, c])).toMatchObject({ of: "values", added: [expect.stringMatching(/b.*a.*c/)] });
    expect(differenceOf(["1", "2"], ["2", "1", "3"], "blocked_ips")).toMatchObject({ removed: [], added: ['"3"'] });
  });

  it("an item that is added before others is shown with them, because the order counts", () => {
    expect(differenceOf(["/a", "/b"], ["/c", "/a", "/b"])).toMatchObject({ of: "values" });
    expect(differenceOf(["/a", "/b"], ["/a", "/b", "/c"])).toMatchObject({ of: "items", added: ['"/c"'] });
  });

  it("only another order shows both", () => {
    expect(differenceOf([1, 2], [2, 1])).toMatchObject({
      removed: ["[1,2]"],
      added: ["[2,1]"],
      leftOutItems: 0,
      leftOutCharacters: 0,
    });
  });

  it("more than fifty items are counted", () => {
    const items = Array.from({ length: 60 }, (_item, index) => index);
    expect(differenceOf(null, items)).toMatchObject({ removed: [], leftOutItems: 10 });
    expect(differenceOf(items, null).removed).toHaveLength(50);
  });
});

it("long texts are cut around what differs, and what is left out is counted", () => {
  const { removed, added, leftOutCharacters } = differenceOf(long("m"), long("n"));
  expect(removed).toEqual([`…[277 more]…${"a".repeat(24)}m${"z".repeat(24)}…[277 more]…`]);
  expect(added).toEqual([`…[277 more]…${"a".repeat(24)}n${"z".repeat(24)}…[277 more]…`]);
  expect(leftOutCharacters).toBe(0);
  expect(differenceOf("", "n".repeat(1600))).toMatchObject({ leftOutCharacters: 600 });
});

it("whatever differs, the texts do, and are printed as they are", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("\u200b", "a\u200bb", "a b", "##x[", "## x[", "<{%", "< {%", "::", "\n"),
    fc
      .tuple(fc.nat(600), fc.string({ maxLength: 3 }), fc.nat(600))
      .map(([a, m, z]) => "a".repeat(a) + m + "z".repeat(z)),
  );
  const value = fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 4 }), fc.jsonValue());
  const pair = fc.oneof(
    fc.tuple(value, value),
    fc.tuple(text, text, text).map(([before, one, other]) => [before + one, before + other] as const),
    fc.tuple(text, text, text).map(([after, one, other]) => [one + after, other + after] as const),
  );
  fc.assert(
    fc.property(pair, ([from, to]) => {
      const { removed, added } = differenceOf(from, to);
      for (const line of [...removed, ...added]) expect(printable(line)).toBe(line);
      fc.pre(JSON.stringify(from ?? null) !== JSON.stringify(to ?? null));
      expect(removed).not.toEqual(added);
    }),
    { numRuns: 300 },
  );
});

it("two values that one value becomes do not show the same, unless something is left out", () => {
  const item = fc.oneof(
    fc.constantFrom("a", "b", "c"),
    fc.record({ rank: fc.nat(3), path: fc.constantFrom("/a", "/b".repeat(90), `/${"c".repeat(200)}/d`) }),
  );
  const list = fc.oneof({ weight: 8, arbitrary: fc.array(item, { maxLength: 5 }) }, fc.constant(null));
  const text = fc
    .tuple(fc.nat(200), fc.constantFrom("", "m", "n", "mn"), fc.nat(200))
    .map(([before, middle, after]) => "a".repeat(before) + middle + "a".repeat(after));
  const values = fc.oneof(fc.tuple(list, list, list), fc.tuple(text, text, text));
  fc.assert(
    fc.property(values, ([from, one, other]) => {
      // An empty list and none are the same for the service.
      fc.pre(JSON.stringify(one ?? []) !== JSON.stringify(other ?? []));
      const [first, second] = [differenceOf(from, one), differenceOf(from, other)];
      if (first.leftOutItems + first.leftOutCharacters > 0) return;
      expect(first).not.toEqual(second);
    }),
    { numRuns: 300 },
  );
});
