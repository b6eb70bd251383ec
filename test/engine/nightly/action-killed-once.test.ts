import { expect, it } from "vitest";
import { killApplies, openHooked } from "../harness/kills.ts";

/* Applies of the Action over Pulumi that are stopped, or killed at each of their writes. The next one makes what is missing. */

const FILE = `version: 1
project: { organization_id: org_1, slug: site, description: Shop, force_https: false }
components:
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
domains: [www.example.com]
`;

it("a run that is stopped cancels the engine, and reports what became of each object", async () => {
  const { scene, hook } = await openHooked({});
  await using _open = scene;
  await scene.write({ "site.yaml": FILE });
  const { child, ended } = await scene.start("apply");
  let isStopped = false;
  hook.run = (_request, phase) => {
    if (isStopped || phase !== "handled") return;
    isStopped = true;
    child.kill("SIGINT");
  };
  const { code, outputs, summary, stdout } = await ended();
  expect(code).toBe(130);
  expect(outputs).toMatchObject({ result: "stopped", "failure-reason": "stopped", changed: "true", create: "3" });
  expect(stdout).toContain("Stopping: no new write starts");
  expect(summary).toContain("not-started: The run was stopped.");
  hook.run = () => {};
  // The engine saved its state and released the stack.
  expect((await scene.run("apply")).outputs["result"]).toMatch(/^(?:applied|no-changes)$/);
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes", unchanged: "3" });
});

it("a first apply that is killed after each of its writes converges", async () => {
  const opened = await openHooked({});
  const { scene } = opened;
  await using _open = scene;
  await scene.write({ "site.yaml": FILE });
  const { kills, last } = await killApplies(opened);
  expect(kills.toSorted()).toEqual([
    "POST /v1/projects",
    "POST /v1/projects/prj_1",
    "POST /v1/projects/prj_1/components",
    "POST /v1/projects/prj_1/domains",
  ]);
  expect(last.outputs["result"], last.everything).toMatch(/^(?:applied|no-changes)$/);
  expect(last.outputs["blocked"]).toBe("0");
  const after = await scene.run("plan", { engine: "direct", stack: "" });
  expect(after.outputs).toMatchObject({ result: "no-changes", unchanged: "3", unmanaged: "0" });
  expect(scene.emulator.state()).toMatchObject([{ project: { slug: "site" }, components: [{}], domains: [{}] }]);
});
