import { expect, it } from "vitest";
import type { PlanItem } from "../../sync/plan/plan.ts";
import { renderItems } from "../../sync/render-plan.ts";

it.each([
  [[{ ip: "10.0.0.1" }], ["10.0.0.1"], ['- {"ip":"10.0.0.1"}', '+ "10.0.0.1"']],
  [{ ip: "10.0.0.1" }, [{ ip: "10.0.0.2" }], ['trusted_ips: {"ip":"10.0.0.1"} → [{"ip":"10.0.0.2"}]']],
  [null, [{ ip: "10.0.0.2" }], ['trusted_ips: null → [{"ip":"10.0.0.2"}]']],
  [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 3 }],
    ['- {"a":2}', '+ {"a":3}'],
  ],
  [[{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], ['trusted_ips: [{"a":1},{"a":2}] → [{"a":2},{"a":1}]']],
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
