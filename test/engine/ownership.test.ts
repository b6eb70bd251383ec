import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { SECRET, site, urnOf, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Lookups } from "./programs/lookups.ts";
import type { Site } from "./programs/site.ts";
import { fail, succeed } from "./harness/succeed.ts";

/* Objects that were there before, and resources that get another name. */

// One stack, which lives through all tests in their order.
const its = useScene();

it("what something else manages can be read, and stays when the stack is destroyed; its secrets are not in the state", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "site", type: "proxy" });
  await ask(its.emulator, "POST /v1/projects/prj_1", {
    description: "Shop",
    rate_limiting: [{ rank: 1, limit: 100 }],
    forwarded_headers: [{ name: "authorization", value: SECRET }],
  });
  const settings = { pixel_id: "px-1", access_token: SECRET };
  await ask(its.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/meta-capi", settings });
  await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
  its.emulator.reset();
  const parameters: Lookups = { project: "prj_1", component: "prj_1/pc_1", domain: "prj_1/www.example.com" };
  const reply = await succeed(its.stack.up({ file: "programs/lookups.ts", parameters }));
  expect(reply.outputs).toMatchObject({
    slug: "site",
    description: "Shop",
    rateLimiting: [{ rank: 1, limit: 100 }],
    settings: { pixel_id: "px-1" },
    component: "edgee/meta-capi",
    componentVersion: "2.0.1",
    dnsStatus: false,
    latest: "1.2.0",
    found: "prj_1",
    listed: ["site"],
    listedLater: ["site"],
    foundLater: "prj_1",
    sslStatus: false,
    required: ["pixel_id", "access_token"],
  });
  expect(reply.outputs).not.toHaveProperty("forwardedHeaders");
  const state = await its.stack.state();
  expect(state).toContain("px-1");
  expect(state).not.toContain(SECRET);
  await succeed(its.stack.destroy());
  expect(writes(its.emulator)).toEqual([]);
});

const adopt = "adopt" as const;
const ga4 = { component: "edgee/ga4", settings: { measurement_id: "G-1" }, ifExists: adopt };
const www = { name: "www.example.com", ifExists: adopt };
/** The project of the first test, and another one, which will be prj_2. */
const withProjects = (rest: Site) =>
  site({ project: { ifExists: adopt }, again: { organizationId: "org_1", slug: "other" }, ...rest });
const renamed = { ga: ga4 };

it("an update that fails after resources with new names adopted the objects leaves both in the state", async () => {
  await succeed(its.stack.up(withProjects({ components: { analytics: ga4 }, domains: { www } })));
  const waiting = { name: "shop.example.com", waitFor: "dns" as const, waitTimeout: 1 };
  expect((await its.stack.up(withProjects({ components: renamed, domains: { web: www, shop: waiting } }))).failed).toBe(
    true,
  );
  expect((await its.stack.state()).match(/"id":"prj_1\/www.example.com"/g)).toHaveLength(2);
});

it("a program that declares both is refused", async () => {
  const both = withProjects({ components: { analytics: ga4, ...renamed }, domains: { www, web: www } });
  const reply = await fail(its.stack.preview(both));
  expect(reply.text).toContain("belongs to another resource of this program");
  expect(writes(its.emulator)).toEqual([]);
});

const after = { components: renamed, domains: { web: www, shop: "shop.example.com" } };

it("the next update deletes only the old resources, and neither object", async () => {
  const reply = await succeed(its.stack.up(withProjects(after)));
  expect(stepsTaken(reply)).toEqual(["delete analytics", "delete www", "update shop"]);
  expect(reply.text).toContain("domain prj_1/www.example.com was kept");
  expect(writes(its.emulator)).toEqual([]);
  expect(stepsTaken(await its.stack.preview(withProjects(after)))).toEqual([]);
});

it("a resource that is replaced is not kept", async () => {
  const program = withProjects({ ...after, options: { web: { deleteBeforeReplace: true } } });
  await succeed(its.stack.up(program, { replace: [urnOf("Domain", "web")] }));
  expect(writes(its.emulator)).toEqual([
    "DELETE /v1/projects/prj_1/domains/www.example.com",
    "POST /v1/projects/prj_1/domains",
  ]);
});

const moved = (options: Site["options"] = {}) =>
  withProjects({
    components: renamed,
    domains: { shop: "shop.example.com", moved: { name: "www.example.com", projectId: "prj_2" } },
    options,
  });

it("a domain that moves to a new resource in another project is an error that names aliases, and stays attached", async () => {
  const reply = await fail(its.stack.up(moved()));
  expect(reply.text).toMatch(/409 conflict_error.*`aliases`/);
  expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([]);
});

it("with the old name as an alias it moves in one up, also if the service releases it late", async () => {
  its.emulator.setHabits({ hostNames: { releaseMs: 1_500 } });
  await succeed(its.stack.up(moved({ moved: { aliases: [{ name: "web" }] } })));
  const sent = writes(its.emulator);
  expect(sent[0]).toBe("DELETE /v1/projects/prj_1/domains/www.example.com");
  expect(new Set(sent.slice(1))).toEqual(new Set(["POST /v1/projects/prj_2/domains"]));
  expect(stepsTaken(await its.stack.preview(moved()))).toEqual([]);
});
