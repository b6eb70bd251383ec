import { describe, expect, it } from "vitest";
import { shownChanges } from "../../core/plan/reviewed-plan.ts";
import { readSavedPlan } from "../../core/plan/saved-plan.ts";
import { reportAsJson } from "../../sync/report/report-json.ts";
import { startWith, startWorld, type World } from "../sync/world.ts";

/* The fault matrix: apply with a saved plan refuses a plan that is out of date. */

const site = (rest: string) => `version: 1
project: { organization_id: org_1, slug: site${rest} }
components:
  edgee/meta-capi: { version: "2.0.1", settings: { pixel_id: "1", access_token: { secret: TOKEN_OF_META } } }
domains: [www.example.com]
`;
const environment = { TOKEN_OF_META: "canary-secret-1" };

async function save(world: World) {
  const report = await world.run("plan", { environment });
  const text = JSON.stringify(reportAsJson(report));
  expect(text).not.toContain("canary");
  return readSavedPlan("plan.json", text);
}

describe("apply with a saved plan", () => {
  it("applies if a part of the plan is done already", async () => {
    await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    await world.write({ "a.yaml": site("") });
    const savedPlan = await save(world);
    await world.ask("POST", "/v1/projects/prj_1/domains", { name: "www.example.com" });
    expect((await world.run("apply", { environment, savedPlan })).result).toBe("applied");
  });

  it.each([
    ["the saved plan", async (world: World) => ({ savedPlan: await save(world) })],
    [
      "the review",
      async (world: World) => {
        const { plan } = await world.run("plan", { environment });
        const shown = plan === undefined ? [] : [...shownChanges(plan).values()];
        return { reviewedPlan: { effects: new Set(shown.map(({ effect }) => effect)), lookedAt: "" } };
      },
    ],
  ])(
    "applies the rest if an object is blocked that %s does not show: nothing is written for it",
    async (_what, show) => {
      await using world = await startWith({ "a.yaml": site("") });
      const shown = await show(world);
      const blocked = "version: 1\nproject: { organization_id: org_1, slug: b, must_exist: true }\n";
      await world.write({ "a.yaml": site(""), "b.yaml": blocked });
      const report = await world.run("apply", { environment, ...shown });
      expect(report).toMatchObject({ result: "partial", plan: { counts: { blocked: 1 } } });
      expect(report.applied?.counts).toMatchObject({ done: 3, failed: 0 });
    },
  );

  it.each([
    ["a file has changed", (world: World) => world.write({ "a.yaml": site(", cache: true") })],
    ["the service has changed", (world: World) => world.ask("POST", "/v1/projects/prj_1", { force_https: false })],
  ])("is refused, and writes nothing, if %s since", async (_what, change) => {
    await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    await world.write({ "a.yaml": site(", force_https: true") });
    const savedPlan = await save(world);
    await change(world);
    world.writes();
    const report = await world.run("apply", { environment, savedPlan });
    expect(report).toMatchObject({ result: "refused" });
    expect(report.plan?.guards).toContainEqual({
      guard: "plan-check",
      passed: false,
      message: "Changes differ from the saved plan: update project org_1/site. Create a new plan and review it.",
    });
    expect(world.writes()).toEqual([]);
  });

  it("is refused, and writes nothing, on another service than it was made for", async () => {
    await using staging = await startWorld();
    await using production = await startWorld({ port: 2 });
    for (const world of [staging, production]) await world.write({ "a.yaml": site("") });
    const savedPlan = await save(staging);
    expect(savedPlan.origin).toBe(staging.url);
    const report = await production.run("apply", { environment, savedPlan });
    expect(report.result).toBe("refused");
    expect(report.plan?.guards).toContainEqual({
      guard: "plan-check",
      passed: false,
      message:
        `The saved plan was made for ${staging.url}, and this run uses ${production.url}. ` +
        "Create a plan for this service and review it.",
    });
    expect(production.writes()).toEqual([]);
    // An approved digest does not hold there either.
    expect(report.plan?.digest).not.toBe((await staging.run("plan", { environment })).plan?.digest);
  });

  it.each(["{", "{}", '{"format":1,"items":[]}', '{"format":2,"origin":"http://localhost:1","items":[]}', "[]"])(
    "is refused if it is not a plan: %s",
    (text) => {
      expect(() => readSavedPlan("plan.json", text)).toThrow("projectsync plan --out plan.json");
    },
  );
});
