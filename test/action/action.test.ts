import { describe, expect, it } from "vitest";
import { always, LOST, on, refused } from "../reconcile/scene.ts";
import { pullEvent, PUSH } from "./events.ts";
import { play, projectFile, startService, TOKEN } from "./service.ts";

describe("the Action, as GitHub runs it", () => {
  it("plans, applies, and then has no changes", async () => {
    await using service = await startService();
    const plan = await service.run({ mode: "plan" });
    expect(plan).toMatchObject({ code: 0, stderr: "" });
    expect(plan.outputs).toMatchObject({ mode: "plan", result: "changes", "has-changes": "true", changed: "false" });
    expect(service.writes()).toEqual([]);

    const apply = await service.run({ event: PUSH, environment: { RUNNER_DEBUG: "1" } });
    expect(apply).toMatchObject({ code: 0, stderr: "" });
    expect(apply.outputs).toMatchObject({ mode: "apply", result: "applied", changed: "true", "failure-reason": "" });
    expect(apply.outputs["create"]).toBe(plan.outputs["create"]);
    expect(apply.outputs["digest"]).toBe(plan.outputs["digest"]);
    // The runner's debug log has each request.
    expect(apply.stdout.match(/^::debug::.*, request req_/gm)).toHaveLength(service.emulator.requests().length);
    expect(service.writes().length).toBeGreaterThan(4);

    const again = await service.run({ event: PUSH });
    expect(again.outputs).toMatchObject({ result: "no-changes", changed: "false", create: "0", update: "0" });
    expect(service.writes()).toEqual([]);
  });

  it("masks the token first", async () => {
    await using service = await startService();
    for (const mode of ["plan", "apply", "drift"]) {
      expect((await service.run({ mode })).everything.split("\n")[0]).toBe(`::add-mask::${TOKEN}`);
    }
  });

  it("does not claim that nothing was applied if a write has an unknown outcome", async () => {
    // After the plan and before the create. A refused read is not waited for.
    const blind = on("GET /v1/projects", refused(403, "forbidden_error"), { nth: 4, ...always });
    const service = { faults: { faults: [on("POST", LOST, always), blind] } };
    const result = await play({ "a.yaml": projectFile("a") }, { mode: "apply", service });
    expect(result).toMatchObject({ code: 1, outputs: { changed: "true" } });
    expect(result.stdout).toContain("Partly applied: 1 unknown");
    expect(result.stdout).not.toContain("Nothing was");
  });

  it("keeps its result if summary and report cannot be written, and warns of each", async () => {
    await using service = await startService();
    const environment = { GITHUB_STEP_SUMMARY: "", RUNNER_TEMP: "/nowhere/at/all" };
    const result = await service.run({ event: PUSH, environment, isSpawned: true });
    expect(result).toMatchObject({
      code: 0,
      outputs: { mode: "apply", result: "applied", "failure-reason": "", changed: "true", "report-path": "" },
    });
    expect(result.stdout).toMatch(/^::warning::The report could not be written: .*\/nowhere\/at\/all/m);
    expect(result.stdout).toMatch(/^::warning::The summary could not be written: .*GITHUB_STEP_SUMMARY/m);
  });
});

describe("mode auto", () => {
  it.each(["{", { repository: "acme/sites" }, {}])(
    "plans on a push with payload %j, and logs the reason",
    async (payload) => {
      await using service = await startService();
      const { outputs, stdout, stderr } = await service.run({ event: { ...PUSH, payload } });
      expect({ mode: outputs["mode"], stderr }).toEqual({ mode: "plan", stderr: "" });
      expect(stdout).toContain("Mode: plan (push, payload unreadable)");
    },
  );

  it("validates a pull request without a token", async () => {
    await using service = await startService();
    const { outputs, code } = await service.run({ event: pullEvent("opened"), inputs: { token: "" } });
    expect({ mode: outputs["mode"], code }).toEqual({ mode: "validate", code: 0 });
    expect(service.emulator.requests()).toEqual([]);
  });
});
