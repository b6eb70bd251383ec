import { describe, expect, it } from "vitest";
import { assemblePlan, newItem, type PlannedChange } from "../../core/plan/plan.ts";
import { checkReviewedPlan, checkSavedPlan, shownChanges } from "../../core/plan/reviewed-plan.ts";
import { readSavedPlan } from "../../core/plan/saved-plan.ts";

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
  const saved = readSavedPlan("plan.json", JSON.stringify({ ...planOf({}), mode: "plan", result: "changes" }));
  expect(checkSavedPlan(plan, saved)).toMatchObject({ passed });
});

describe("what is done in a project", () => {
  const planIn = (id: string | undefined) =>
    assemblePlan(
      [
        newItem("project", "org_1/site", id === undefined ? "create" : "unchanged", { id }),
        newItem("component", "org_1/site/edgee/ga4", "create"),
        newItem("domain", "org_1/site/www.example.com", "delete", { id: "www.example.com" }),
      ],
      { origin: "https://api.example.com", guards: [], problems: [] },
    );

  it.each([
    ["is accepted in the same one", "prj_1", "prj_1", true],
    ["is accepted in one that an apply has created since", undefined, "prj_1", true],
    ["is refused in one that has replaced it under its slug", "prj_1", "prj_2", false],
    ["is refused in one that is to be created in its place", "prj_1", undefined, false],
  ])("%s", (_what, before, now, passed) => {
    const [shown, plan] = [planIn(before), planIn(now)];
    const effects = new Set([...shownChanges(shown).values()].map(({ effect }) => effect));
    const saved = readSavedPlan("plan.json", JSON.stringify({ ...shown, mode: "plan", result: "changes" }));
    expect(checkReviewedPlan(plan, plan, { effects, lookedAt: "" }).guards).toMatchObject([{ passed }]);
    expect(checkSavedPlan(plan, saved)).toMatchObject({ passed });
    expect(plan.digest === shown.digest).toBe(before === now);
  });
});
