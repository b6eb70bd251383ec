import { expect, it } from "vitest";
import { assemblePlan, newItem, type PlannedChange } from "../../../sync/plan/plan.ts";
import { checkReviewedPlan, shownChanges } from "../../../sync/plan/reviewed-plan.ts";

const planOf = (change: Partial<PlannedChange>) =>
  assemblePlan(
    [
      newItem("project", "org_1/site", "update", {
        changes: [{ path: "trusted_ips", from: ["1", "0"], to: ["1", "2"], written: "w", ...change }],
      }),
    ],
    { origin: "https://api.example.com", guards: [], problems: [] },
  );

it.each([
  ["as it was shown is accepted", {}, true],
  ["from the same live value in another order is accepted, where the order does not count", { from: ["0", "1"] }, true],
  ["to another value is refused", { to: ["1", "3"] }, false],
  ["that the file writes in another way is refused", { written: "other" }, false],
  ["from another live value is refused: a difference shows only what changes of it", { from: ["1", "9"] }, false],
])("a change %s", (_what, change, passed) => {
  const effects = new Set([...shownChanges(planOf({})).values()].map(({ effect }) => effect));
  const reviewed = { effects, lookedAt: "Pull requests that were read: 7." };
  const plan = planOf(change);
  expect(checkReviewedPlan(plan, plan, reviewed).guards).toMatchObject([{ guard: "plan-check", passed }]);
});
