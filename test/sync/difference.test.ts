import { describe, expect, it } from "vitest";
import { differenceOf as differenceOfChange, type Difference } from "../../sync/report/difference.ts";

/** In a field whose list is ordered, or in this one. */
const differenceOf = (from: unknown, to: unknown, path = "override_cache"): Difference =>
  differenceOfChange({ path, from, to });

/** All of it is shown. */
const whole = { leftOutItems: 0, leftOutCharacters: 0 };

const long = (middle: string): string => `${"a".repeat(300)}${middle}${"z".repeat(300)}`;

it("short values are shown as they are", () => {
  expect(differenceOf("one", 2)).toMatchObject({ of: "values", removed: ['"one"'], added: ["2"], ...whole });
  expect(differenceOf(null, { on: true })).toMatchObject({ removed: ["null"], added: ['{"on":true}'], ...whole });
  expect(differenceOf(null, [1])).toMatchObject({ of: "values", removed: ["null"], added: ["[1]"], ...whole });
});

it("spaces are shown where nothing else differs", () => {
  expect(differenceOf(`${"a".repeat(69)} b`, `${"a".repeat(69)}  b`)).toMatchObject({
    removed: [`"${"a".repeat(69)}␣b"`],
    added: [`"${"a".repeat(69)}␣␣b"`],
  });
  expect(differenceOf("a b", "a b ")).toMatchObject({ removed: ['"a␣b"'], added: ['"a␣b␣"'] });
  expect(differenceOf("a b", "a c ")).toMatchObject({ removed: ['"a b"'], added: ['"a c "'] });
  // The sign for a space is the text's own.
  expect(differenceOf("␣", " ␣")).toMatchObject({ removed: ['"␣"'], added: ['" ␣"'] });
});

describe("of lists", () => {
  it("one of twenty addresses that becomes another one is shown alone", () => {
    const addresses = Array.from({ length: 20 }, (_item, index) => `203.0.113.${index}`);
    const changed = addresses.with(13, "0.0.0.0/0");
    expect(differenceOf(addresses, changed, "blocked_ips")).toMatchObject({
      removed: ['"203.0.113.13"'],
      added: ['"0.0.0.0/0"'],
      ...whole,
    });
  });

  it("objects are compared by their key, around what differs", () => {
    const rule = (rank: number, limit: number) => ({ rank, key: ["ip".repeat(60)], limit, window: "10s".repeat(30) });
    const { removed, added } = differenceOf([rule(1, 5), rule(8, 5)], [rule(1, 5), rule(8, 50), rule(9, 1)]);
    expect(removed).toEqual([expect.stringMatching(/^"rank":8 …\[\d+ more\]…[^5]*"limit":5,[^5]*…\[\d+ more\]…$/)]);
    expect(added).toEqual([expect.stringContaining('"limit":50'), expect.stringContaining('{"rank":9')]);
  });

  it("an item that is listed once less often is removed", () => {
    expect(differenceOf(["a", "a"], ["a"])).toMatchObject({ removed: ['"a"'], added: [], ...whole });
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
    expect(differenceOf([1, 2], [2, 1])).toMatchObject({ removed: ["[1,2]"], added: ["[2,1]"], ...whole });
    expect(differenceOf([1, 2], [2, 1], "trusted_ips")).toMatchObject({ of: "values", removed: ["[1,2]"] });
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
