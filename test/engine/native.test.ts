import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { repository } from "./harness/repository.ts";
import { installed, SECRET, site, TOKEN, useScene } from "./harness/scene.ts";
import { openStack, type Program } from "./harness/stack.ts";
import { fail, succeed } from "./harness/succeed.ts";
import { writes } from "./harness/writes.ts";
import type { NativeProgram, NativeResource } from "./programs/native.ts";

/* The native provider, loaded by the engine as a plugin. What it answers in Pulumi's protocol is tested in test/provider/native.test.ts. */

const run = promisify(execFile);

// One stack, which lives through all tests in their order.
const its = useScene();

const native = (resources: NativeProgram["resources"], providers: NativeProgram["providers"] = {}): Program => ({
  file: "programs/native.ts",
  parameters: { resources, providers } satisfies NativeProgram,
});

const project = (properties: object = {}): NativeResource => ({
  type: "Project",
  properties: {
    organizationId: "org_1",
    slug: "site",
    forwardedHeaders: [{ name: "X-Key", value: SECRET }],
    rateLimiting: [{ rank: 1, limit: 5 }],
    ...properties,
  },
});
const settings = { pixel_id: "px-1", access_token: SECRET };
const shop: NativeProgram["resources"] = {
  site: project(),
  capi: {
    type: "ProjectComponent",
    properties: { projectId: { of: "site" }, component: "edgee/meta-capi", settings },
  },
  www: { type: "Domain", properties: { projectId: { of: "site" }, name: "WWW.example.com" } },
};

it("a create whose settings are refused fails, keeps its id, and the next run goes on with it", async () => {
  const refused = await fail(its.stack.up(native({ site: project({ extra: { unheard_of: 1 } }) })));
  expect(refused.text).toContain("Project prj_1 was created, but its settings were not applied");
  its.emulator.reset();
  const { outputs } = await succeed(its.stack.up(native(shop)));
  expect(outputs).toMatchObject({ site: "prj_1", www: "prj_1/www.example.com" });
  expect(writes(its.emulator)).not.toContain("POST /v1/projects");
});

it("the same program again is no step and no write", async () => {
  its.emulator.reset();
  expect(await succeed(its.stack.preview(native(shop)))).toMatchObject({ steps: [] });
  expect(await succeed(its.stack.up(native(shop)))).toMatchObject({ steps: [] });
  expect(writes(its.emulator)).toEqual([]);
});

it("no secret is in the state or in what a change of it shows, in any form", async () => {
  const other = "canary-other-0123456789";
  const changed: NativeProgram["resources"] = {
    ...shop,
    site: project({ forwardedHeaders: [{ name: "X-Key", value: other }] }),
    capi: {
      type: "ProjectComponent",
      properties: {
        projectId: { of: "site" },
        component: "edgee/meta-capi",
        settings: { ...settings, access_token: other },
      },
    },
  };
  const states = [await its.stack.state()];
  const replies = [
    await succeed(its.stack.preview(native(changed))),
    await succeed(its.stack.up(native(changed))),
    await succeed(its.stack.refresh()),
  ];
  states.push(await its.stack.state());
  replies.push(await succeed(its.stack.up(native(shop))));
  const shown = JSON.stringify([replies, states]);
  for (const secret of [SECRET, TOKEN, other]) {
    for (const form of [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")])
      expect(shown).not.toContain(form);
  }
});

it("a nested difference is shown by its path, and drift is repaired", async () => {
  const changed = { ...shop, site: project({ rateLimiting: [{ rank: 1, limit: 6 }] }) };
  const { steps } = await succeed(its.stack.preview(native(changed)));
  expect(steps).toMatchObject([{ op: "update", diff: { "rateLimiting[0].limit": "update" } }]);
  await ask(its.emulator, "POST /v1/projects/prj_1", { description: "by hand", rate_limiting: [] });
  await succeed(its.stack.refresh());
  await succeed(its.stack.up(native(shop)));
  expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toMatchObject({
    description: "by hand",
    rate_limiting: [{ rank: 1, limit: 5 }],
  });
});

it("another organization is a replacement", async () => {
  const { steps } = await succeed(its.stack.preview(native({ site: project({ organizationId: "org_2" }) })));
  expect(steps.map(({ op }) => op)).toEqual(expect.arrayContaining(["create-replacement", "replace"]));
});

it("the option import adopts an object, and changes nothing that is not declared", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "hand", type: "proxy" });
  const hand = its.emulator.state().find((each) => each.project.slug === "hand");
  const properties = { organizationId: "org_1", slug: "hand" };
  const imported: NativeResource = { type: "Project", properties, options: { import: String(hand?.project.id) } };
  its.emulator.reset();
  await succeed(its.stack.up(native({ ...shop, imported })));
  expect(writes(its.emulator)).toEqual([]);
  its.emulator.reset();
  expect(await succeed(its.stack.up(native({ ...shop, imported })))).toMatchObject({ steps: [] });
  expect(writes(its.emulator)).toEqual([]);
});

it("a preview says what would be adopted, and a key with brackets can change", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "old", type: "proxy" });
  const adopting = (value: string): Program => {
    const conditions = { requestQueryParams: { values: { "filter[type]": [value] } } };
    const properties = {
      organizationId: "org_1",
      slug: "old",
      ifExists: "adopt",
      overrideCache: [{ rank: 1, conditions }],
    };
    return native({ ...shop, old: { type: "Project", properties } });
  };
  const { text } = await succeed(its.stack.preview(adopting("a")));
  expect(text).toMatch(/Project old of org_1 exists: prj_\d+\. It is adopted, and override_cache is changed/);
  await succeed(its.stack.up(adopting("a")));
  await succeed(its.stack.up(adopting("b")));
  expect(await succeed(its.stack.preview(adopting("b")))).toMatchObject({ steps: [] });
});

it("destroy removes everything", async () => {
  const { failed, text } = await its.stack.destroy();
  expect(failed, text).toBe(false);
  expect(its.emulator.state()).toEqual([]);
});

it("a stack of dynamic resources becomes one of native ones without a write, and goes back", async () => {
  const dynamic = {
    project: { forwardedHeaders: [{ name: "X-Key", value: SECRET }] },
    domains: { www: "www.example.com" },
  };
  const declared = {
    site: {
      type: "Project",
      properties: { organizationId: "org_1", slug: "site", forwardedHeaders: [{ name: "X-Key", value: SECRET }] },
    },
    www: { type: "Domain", properties: { projectId: { of: "site" }, name: "www.example.com" } },
  } as const;
  await succeed(its.stack.up(site(dynamic)));
  its.emulator.reset();
  expect(await succeed(its.stack.up(native(declared)))).toMatchObject({ steps: [] });
  expect(await succeed(its.stack.up(native(declared)))).toMatchObject({ steps: [] });
  expect(writes(its.emulator)).toEqual([]);
  await succeed(its.stack.refresh());
  const state = await its.stack.state();
  for (const gone of [SECRET, "__provider"]) expect(state).not.toContain(gone);
  const options = {
    site: { aliases: [{ type: "projectsync:index:Project" }] },
    www: { aliases: [{ type: "projectsync:index:Domain" }] },
  };
  its.emulator.reset();
  await succeed(its.stack.up(site({ ...dynamic, options })));
  expect(await succeed(its.stack.up(site({ ...dynamic, options })))).toMatchObject({ steps: [] });
  expect(writes(its.emulator)).toEqual([]);
  await succeed(its.stack.destroy());
  expect(its.emulator.state()).toEqual([]);
});

it("an up that is interrupted while the service answers loses nothing, and makes nothing twice", async () => {
  await using slow = await openEmulator({ token: TOKEN, latencyMs: 1000 });
  await using stack = await openStack(installed(), slow);
  const stopped = await fail(stack.up(native(shop), { limit: 4000 }));
  expect(stopped.wasInterrupted).toBe(true);
  await succeed(stack.up(native(shop)));
  expect(slow.state()).toMatchObject([{ components: [{}], domains: [{}] }]);
  expect(writes(slow).filter((write) => write === "POST /v1/projects")).toHaveLength(1);
});

it("the engine prints the schema as it is committed", async () => {
  const engine = join(repository, "test/engine/bin/pulumi");
  const home = {
    HOME: its.stack.folder,
    PULUMI_HOME: join(its.stack.folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  const plugin = join(installed().bin, "pulumi-resource-projectsync");
  const { stdout } = await run(engine, ["package", "get-schema", plugin], { env: { ...process.env, ...home } });
  expect(stdout).toBe(await readFile(join(repository, "schema/pulumi-package.json"), "utf8"));
});

it("a misspelled argument of an explicit provider is refused, and its value is not shown", async () => {
  const { url, token } = its.emulator;
  const misspelled = { mine: { baseUrl: url, token, tokn: "canary-misspelled-0123" } };
  const { text } = await fail(its.stack.preview(native({ site: { ...project(), provider: "mine" } }, misspelled)));
  expect(text).toContain("tokn: unknown field; did you mean token?");
  expect(text).not.toContain("canary");
});

it("two explicit providers send to their own accounts alone, and the environment's gets no request", async () => {
  await using first = await openEmulator({ token: "canary-first-0123456789" });
  await using second = await openEmulator({ token: "canary-second-0123456789" });
  await using stack = await openStack(installed(), its.emulator);
  its.emulator.reset();
  const accounts = {
    first: { baseUrl: first.url, token: first.token },
    second: { baseUrl: second.url, token: second.token },
  };
  const two = native({ one: { ...project(), provider: "first" }, two: { ...project(), provider: "second" } }, accounts);
  await succeed(stack.up(two));
  for (const each of [first, second]) expect(each.state()).toMatchObject([{ project: { slug: "site" } }]);
  const kept = await stack.state();
  for (const { token } of [first, second]) expect(kept).not.toContain(token);
  await succeed(stack.destroy());
  for (const each of [first, second]) expect(each.state()).toEqual([]);
  expect(its.emulator.requests()).toEqual([]);
});
