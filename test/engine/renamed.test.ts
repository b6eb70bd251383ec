import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";

/* A resource has another name in the program, and no alias: Pulumi creates another one, and deletes the old one at the end. */

useInstallation();

describe("an update that fails between the adoption by a renamed resource and the deletion of the old one", () => {
  const its = useScene();
  const adopt = "adopt" as const;
  const www = { name: "www.example.com", ifExists: adopt };
  const components: Site["components"] = {
    analytics: { component: "edgee/ga4", settings: { measurement_id: "G-1" }, ifExists: adopt },
  };
  const renamed: Site = {
    components: { ga: { component: "edgee/ga4", settings: { measurement_id: "G-1" }, ifExists: adopt } },
  };

  it("leaves both resources in the state", async () => {
    // The old ones were adopted too.
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "site", type: "proxy" });
    await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
    const first = await its.stack.up(site({ project: { ifExists: adopt }, components, domains: { www } }));
    expect(first.failed, first.text).toBe(false);
    const waiting = { name: "shop.example.com", waitFor: "dns" as const, waitTimeout: 1 };
    const reply = await its.stack.up(
      site({ project: { ifExists: adopt }, ...renamed, domains: { web: www, shop: waiting } }),
    );
    expect(reply.failed).toBe(true);
    expect((await its.stack.state()).match(/"id":"prj_1\/www.example.com"/g)).toHaveLength(2);
  });

  it("costs neither object: the next update deletes only the old resources", async () => {
    const program = site({ project: { ifExists: adopt }, ...renamed, domains: { web: www, shop: "shop.example.com" } });
    const reply = await its.stack.up(program);
    expect(reply.failed, reply.text).toBe(false);
    expect(stepsTaken(reply)).toEqual(["delete analytics", "delete www", "update shop"]);
    expect(reply.text).toContain("domain prj_1/www.example.com was kept");
    expect(writes(its.emulator)).toEqual([]);
    expect(stepsTaken(await its.stack.preview(program))).toEqual([]);
  });

  it("does not keep a resource that is replaced", async () => {
    const urn = "urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:Domain::web";
    const program = site({
      project: { ifExists: adopt },
      ...renamed,
      domains: { web: www, shop: "shop.example.com" },
      options: { web: { deleteBeforeReplace: true } },
    });
    const reply = await its.stack.up(program, { replace: [urn] });
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_1/domains",
    ]);
  });
});
