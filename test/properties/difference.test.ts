import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderComment } from "../../action/comment/render-comment.ts";
import { wrapLine } from "../../cli/terminal.ts";
import { printable } from "../../core/text/printable.ts";
import { differenceOf } from "../../sync/report/difference.ts";
import { assemblePlan, newItem, type PlanItem } from "../../core/plan/plan.ts";
import { plain, renderItems } from "../../sync/report/render-plan.ts";

/* A reader sees where values differ, on a terminal of 80 columns and in a comment. */

const itemOf = (from: unknown, to: unknown): PlanItem =>
  newItem("project", "org_1/site", "update", { changes: [{ path: "override_cache", from, to, written: "" }] });

function onTerminal(item: PlanItem): string {
  return renderItems([item], plain)
    .map((line) => wrapLine(line, 80))
    .join("\n");
}

/** Without what a reader does not see. In code, GitHub keeps all spaces. */
function inComment(item: PlanItem): string {
  const plan = assemblePlan([item], { origin: "http://localhost:1", guards: [], problems: [] });
  const report = { mode: "plan", result: "changes", files: [], problems: [], plan } as const;
  const marker = { stage: "plan", run: { id: 1, attempt: 1 }, commit: "a", changes: null, isComplete: false } as const;
  const step = { label: "projectsync", folder: ".", patterns: [], only: undefined, baseUrl: undefined };
  const { body } = renderComment(report, marker, step, {
    links: { line: () => undefined, run: undefined },
    outdated: undefined,
  });
  return body.replaceAll("<!-- -->", "");
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("\u200b", "a\u200bb", "a b", "##x[", "## x[", "<{%", "< {%", "::", "\n"),
  fc.tuple(fc.nat(600), fc.string({ maxLength: 3 }), fc.nat(600)).map(([a, m, z]) => "a".repeat(a) + m + "z".repeat(z)),
);
const value = fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 4 }), fc.jsonValue());
const pair = fc.oneof(
  fc.tuple(value, value),
  fc.tuple(text, text, text).map(([before, one, other]) => [before + one, before + other] as const),
  fc.tuple(text, text, text).map(([after, one, other]) => [one + after, other + after] as const),
);

const entry = fc.oneof(
  fc.constantFrom("a", "b", "c"),
  fc.record({ rank: fc.nat(3), path: fc.constantFrom("/a", "/b".repeat(90), `/${"c".repeat(200)}/d`) }),
);
const list = fc.oneof({ weight: 8, arbitrary: fc.array(entry, { maxLength: 5 }) }, fc.constant(null));
const long = fc
  .tuple(fc.nat(200), fc.constantFrom("", "m", "n", "mn"), fc.nat(200))
  .map(([before, middle, after]) => "a".repeat(before) + middle + "a".repeat(after));

describe.each([
  ["on a terminal", onTerminal],
  ["in a comment", inComment],
])("%s", (_where, shown) => {
  it("the two sides of a change differ where the values do, and are printable", () => {
    fc.assert(
      fc.property(pair, ([from, to]) => {
        const { removed, added } = differenceOf({ path: "override_cache", from, to });
        for (const line of [...removed, ...added]) expect(printable(line)).toBe(line);
        fc.pre(JSON.stringify(from ?? null) !== JSON.stringify(to ?? null));
        // If both sides showed the same, so would the change back.
        expect(shown(itemOf(from, to))).not.toBe(shown(itemOf(to, from)));
      }),
      { numRuns: 300 },
    );
  });

  it("two values that one value becomes do not show the same, unless something is left out", () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(list, list, list), fc.tuple(long, long, long)), ([from, one, other]) => {
        // An empty list and none are the same for the service.
        fc.pre(JSON.stringify(one ?? []) !== JSON.stringify(other ?? []));
        const { leftOutItems, leftOutCharacters } = differenceOf({ path: "override_cache", from, to: one });
        fc.pre(leftOutItems + leftOutCharacters === 0);
        expect(shown(itemOf(from, one))).not.toBe(shown(itemOf(from, other)));
      }),
      { numRuns: 300 },
    );
  });
});
