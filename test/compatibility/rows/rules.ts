import { asObject, type Fields } from "../../world/oracle/meaning.ts";
import type { Habit } from "../../habit.ts";
import { form, type Row } from "../row.ts";
import { conditions, itemsOf, mapped, project, rules, type Change } from "../shown.ts";

/** A rule of each kind with a field for everything that it does not have. */
const filled = (zero: Change): Habit =>
  project({
    override_cache: (list) =>
      itemsOf(list).map((rule) => ({
        ...Object.fromEntries(
          Object.entries({ path: "", regex: false, ttl: 0, swr: 0, pass: false, rank: 0, conditions: {} }).map(
            ([name, value]) => [name, zero(value)],
          ),
        ),
        ...asObject(rule),
      })),
    rate_limiting: (list) =>
      itemsOf(list).map((rule) => ({ conditions: zero({ path: "", method: [], country: [] }), ...asObject(rule) })),
  });

/** How rules are written. */
export const RULES: readonly Row[] = [
  form(
    "writes methods in upper case",
    conditions({ request_methods: (list) => itemsOf(list).map((item) => String(item).toUpperCase()) }),
  ),
  form(
    "numbers rules from 1",
    rules((all) => ranked(all, (index) => index + 1)),
  ),
  form(
    "numbers rules 10, 20",
    rules((all) => ranked(all, (index) => (index + 1) * 10).toSorted((left, right) => rankOf(left) - rankOf(right))),
  ),
  form(
    "fills in zero in rules",
    filled((zero) => zero),
  ),
  form(
    "fills in null in rules",
    filled(() => null),
  ),
  form(
    "writes numbers in rules as text",
    rules((all) => all.map((rule) => mapped(rule, (value) => (typeof value === "number" ? String(value) : value)))),
  ),
];

/** Rules with the ranks that their order gives them. Rules of the same rank keep their order. */
function ranked(all: readonly Fields[], rankAt: (index: number) => number): readonly Fields[] {
  const order = all.toSorted((left, right) => rankOf(left) - rankOf(right));
  return all.map((rule) => ({ ...rule, rank: rankAt(order.indexOf(rule)) }));
}

function rankOf({ rank }: Fields): number {
  return typeof rank === "number" ? rank : 0;
}
