import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { site, TOKEN, useScene } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";

/* Pulumi's own options, and what a user is told before an update and after a rotated token. */

// One stack, which lives through all tests in their order.
const its = useScene();

const components: Site["components"] = { ga: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } };
const domains: Site["domains"] = { www: "www.example.com" };

it("with deletedWith only the project is deleted, which needs forceDestroy: the refusal names both", async () => {
  const program: Site = { components, domains, deletedWithProject: true };
  const up = await its.stack.up(site(program));
  expect(up.failed, up.text).toBe(false);

  its.emulator.reset();
  const refused = await its.stack.destroy();
  expect(refused.failed).toBe(true);
  expect(refused.text).toContain("Project prj_1 is not deleted: it holds");
  expect(refused.text).toContain("set `forceDestroy: true` on the project (also if they have `deletedWith`)");
  expect(writes(its.emulator)).toEqual([]);

  await its.stack.up(site({ ...program, project: { forceDestroy: true } }));
  its.emulator.reset();
  const destroyed = await its.stack.destroy();
  expect(destroyed.failed, destroyed.text).toBe(false);
  expect(writes(its.emulator)).toEqual(["DELETE /v1/projects/prj_1"]);
  expect(its.emulator.state()).toEqual([]);
});

it("resources that move into a component resource, with aliases, are the same ones", async () => {
  const program: Site = { components, domains };
  await its.stack.up(site(program));
  its.emulator.reset();
  const up = await its.stack.up(site({ ...program, isGrouped: true, project: { forceDestroy: true } }));
  expect(up.failed, up.text).toBe(false);
  expect(writes(its.emulator)).toEqual([]);
  expect((await its.stack.destroy()).failed).toBe(false);
  expect(its.emulator.state()).toEqual([]);
});

it("a preview warns of what exists: what adopting it changes, or that its create fails", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "site", type: "proxy" });
  its.emulator.reset();
  const declared = { description: "Shop" };
  const without = await its.stack.preview(site({ project: declared }));
  expect(without.failed, without.text).toBe(false);
  expect(without.text).toContain('exists: prj_3. Without `ifExists: "adopt"` its create fails');
  const adopting = await its.stack.preview(site({ project: { ...declared, ifExists: "adopt" } }));
  expect(adopting.text).toContain("exists: prj_3. It is adopted, and description is changed.");
  expect(writes(its.emulator)).toEqual([]);
});

it("what is protected or retained stays, and a timeout is said to have no effect", async () => {
  const project: Site["project"] = { ifExists: "adopt" };
  const options: Site["options"] = {
    www: { retainOnDelete: true, customTimeouts: { create: "1m" } },
    ga: { protect: true },
  };
  const up = await its.stack.up(site({ project, components, domains, options }));
  expect(up.failed, up.text).toBe(false);
  expect(up.text).toContain("warning: `customTimeouts` has no effect");
  its.emulator.reset();
  const removed = await its.stack.up(site({ project, components, options }));
  expect(removed.failed, removed.text).toBe(false);
  const protectedFrom = await its.stack.destroy();
  expect(protectedFrom.failed).toBe(true);
  expect(writes(its.emulator)).toEqual([]);
  expect(its.emulator.state()).toMatchObject([
    { components: [{ id: "pc_3" }], domains: [{ name: "www.example.com" }] },
  ]);
});

it("a refresh with the stack's token says, after a rotation, which variable to set", async () => {
  its.stack.configure({ url: its.emulator.url, token: TOKEN, through: "stack" });
  await its.stack.up(site({ project: { ifExists: "adopt" }, components, options: { ga: { protect: true } } }));
  const body = { error: { type: "authentication_error", message: "expired" } };
  const fault = { kind: "answer", status: 401, body } as const;
  its.emulator.setFaults({ faults: [{ method: "GET", times: "always", fault }] });
  const refresh = await its.stack.refresh();
  its.emulator.setFaults({});
  expect(refresh.failed).toBe(true);
  expect(refresh.text).toContain(
    "If the token was rotated since the last update of the stack, set PROJECTSYNC_TOKEN for this command.",
  );
});
