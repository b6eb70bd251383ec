import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { ask } from "../ask.ts";
import type { Reply } from "./harness/driver.ts";
import { useInstallation } from "./harness/scene.ts";
import { openStack, type Stack } from "./harness/stack.ts";

const installation = useInstallation();

/** Declares every field that may hold something sensitive, and marks no secret. */
const PROGRAM = `
export const program = ({ pulumi, projectsync }, { fields, settings, lookUp }) => {
  const site = new projectsync.Project("site", { organizationId: "org_1", slug: "site", ...fields });
  if (settings) {
    new projectsync.ProjectComponent("meta", { projectId: site.id, component: "edgee/meta-capi", settings });
  }
  if (lookUp) projectsync.Project.get("found", lookUp);
  return { id: site.id };
};
`;

/** Fields by the names of the service and of Pulumi, with a clear text that no sink may show. */
const sensitive = (canary: string) => ({
  external_project_url: `https://bot:${canary}@example.com/?key=${canary}`,
  forwarded_headers: [{ name: "authorization", value: `Bearer ${canary}` }],
  override_cache: [{ path: "/a", conditions: { request_headers: { values: { "x-key": canary } } } }],
});
const declared = (canary: string) => ({
  externalProjectUrl: `https://bot:${canary}@example.com/?key=${canary}`,
  forwardedHeaders: [{ name: "authorization", value: `Bearer ${canary}` }],
  overrideCache: [{ path: "/a", conditions: { requestHeaders: { values: { "x-key": canary } } } }],
});

beforeAll(async () => {
  await writeFile(join(installation().folder, "sensitive.mjs"), PROGRAM);
});

const program = (parameters: unknown) => ({ file: "sensitive.mjs", parameters });

/** Neither what the user sees nor the state has it, before and after. */
async function expectHidden(stack: Stack, reply: Reply): Promise<void> {
  expect(reply.failed, reply.text).toBe(false);
  expect(reply.text).not.toContain("canary");
  expect(await stack.state()).not.toContain("canary");
}

describe("values that are sensitive by nature, in state and previews", () => {
  it("are secret where the program marks nothing, after up, refresh and an update", async () => {
    await using emulator = await openEmulator();
    await using stack = await openStack(installation(), emulator);
    await expectHidden(stack, await stack.preview(program({ fields: declared("canary-ours") })));
    await expectHidden(stack, await stack.up(program({ fields: declared("canary-ours") })));
    await ask(emulator, "POST /v1/projects/prj_1", sensitive("canary-live"));
    await expectHidden(stack, await stack.refresh());
    await expectHidden(stack, await stack.preview(program({ fields: declared("canary-ours") })));
    await expectHidden(stack, await stack.up(program({ fields: declared("canary-ours") })));
    const { forwarded_headers } = sensitive("canary-ours");
    expect(await ask(emulator, "GET /v1/projects/prj_1")).toMatchObject({ forwarded_headers });
    // Nothing differs, and secrets do not make it differ.
    emulator.reset();
    await expectHidden(stack, await stack.up(program({ fields: declared("canary-ours") })));
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("are secret where a project is only looked up", async () => {
    const live = {
      id: "prj_live",
      organization_id: "org_1",
      slug: "live",
      external_project_url: "https://example.com/a",
    };
    await using emulator = await openEmulator({ seed: { projects: [live] } });
    await using stack = await openStack(installation(), emulator);
    await expectHidden(stack, await stack.up(program({ lookUp: "prj_live" })));
    expect(await stack.state()).toContain('"slug":"live"');
    await ask(emulator, "POST /v1/projects/prj_live", sensitive("canary-live"));
    await expectHidden(stack, await stack.refresh());
    await expectHidden(stack, await stack.up(program({ lookUp: "prj_live" })));
    expect(await stack.state()).toContain('"slug":"live"');
  });
});

describe("live values that the program does not know", () => {
  const settings = { pixel_id: "readable-1", access_token: "canary-ours" };

  it("are secret in the state of an update that the service did not carry out", async () => {
    await using emulator = await openEmulator();
    await using stack = await openStack(installation(), emulator);
    await expectHidden(stack, await stack.up(program({ fields: declared("canary-ours"), settings })));
    await ask(emulator, "POST /v1/projects/prj_1", sensitive("canary-live"));
    const ignored = ["external_project_url", "forwarded_headers", "override_cache"];
    emulator.setHabits({ changes: { ignored } });
    const reply = await stack.up(program({ fields: { ...declared("canary-new"), cache: true }, settings }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("did not store");
    expect(reply.text).not.toContain("canary");
    expect(await stack.state()).not.toContain("canary");
    emulator.setHabits({});
    await expectHidden(stack, await stack.up(program({ fields: declared("canary-new"), settings })));
  });
});
