import { expect, it } from "vitest";
import type { PlanItem } from "../../sync/plan/plan.ts";
import { renderItems } from "../../sync/render-plan.ts";

/** How often rendering a plan of so many projects reads the keys of its items. */
function keyReads(projects: number): number {
  let reads = 0;
  const items = Array.from({ length: projects }, (_, index): PlanItem => ({
    kind: "project",
    get key() {
      reads += 1;
      return `org_1/site-${index}`;
    },
    action: "create",
    changes: [],
    source: null,
    notes: [],
  }));
  renderItems(items, (_meaning, text) => text);
  return reads;
}

it("takes work in proportion to the number of items", () => {
  expect(keyReads(1_000) / keyReads(100)).toBe(10);
});

it.each([
  [[{ ip: "10.0.0.1" }], ["10.0.0.1"], ['- {"ip":"10.0.0.1"}', '+ "10.0.0.1"']],
  [{ ip: "10.0.0.1" }, [{ ip: "10.0.0.2" }], ['trusted_ips: {"ip":"10.0.0.1"} → [{"ip":"10.0.0.2"}]']],
  [null, [{ ip: "10.0.0.2" }], ['+ {"ip":"10.0.0.2"}']],
])("shows both sides of a change from %j to %j", (from, to, expected) => {
  const item: PlanItem = {
    kind: "project",
    key: "org_1/site",
    action: "update",
    changes: [{ path: "trusted_ips", from, to }],
    source: null,
    notes: [],
  };
  const lines = renderItems([item], (_meaning, text) => text).map((line) => line.trim());
  expect(lines).toEqual(expect.arrayContaining(expected));
});
