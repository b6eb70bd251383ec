import { describe, expect, it } from "vitest";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { SECRET, site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import type { Lookups } from "./programs/lookups.ts";
import type { MovedDomain } from "./programs/moved-domain.ts";

const newProject = { organization_id: "org_1", slug: "site", type: "proxy" };

useInstallation();

describe("settings that are refused after the project was created", () => {
  const its = useScene();

  it("the error is shown, and the id is kept", async () => {
    const reply = await its.stack.up(site({ project: { forceHttps: false, extra: { unheard_of: 1 } } }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("Project prj_1 was created, but its settings were not applied");
    expect(reply.text).toContain("unheard_of");
    expect(await its.stack.state()).toContain('"id":"prj_1"');
  });

  it("the next up goes on with the same project", async () => {
    const reply = await its.stack.up(site({ project: { forceHttps: false } }));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_1"]);
    expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("force_https", false);
    expect(stepsTaken(await its.stack.preview(site({ project: { forceHttps: false } })))).toEqual([]);
  });
});

describe("what something else manages", () => {
  const its = useScene();

  it("can be read, and stays when the stack is destroyed; its secrets are not in the state", async () => {
    await ask(its.emulator, "POST /v1/projects", { ...newProject, description: "Shop" });
    await ask(its.emulator, "POST /v1/projects/prj_1", {
      rate_limiting: [{ rank: 1, limit: 100 }],
      forwarded_headers: [{ name: "authorization", value: SECRET }],
    });
    const settings = { pixel_id: "px-1", access_token: SECRET };
    await ask(its.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/meta-capi", settings });
    await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
    its.emulator.reset();
    const parameters: Lookups = { project: "prj_1", component: "prj_1/pc_1", domain: "prj_1/www.example.com" };
    const reply = await its.stack.up({ file: "programs/lookups.ts", parameters });
    expect(reply.failed, reply.text).toBe(false);
    expect(reply.outputs).toMatchObject({
      slug: { value: "site" },
      description: { value: "Shop" },
      rateLimiting: { value: [{ rank: 1, limit: 100 }] },
      settings: { value: { pixel_id: "px-1" } },
      component: { value: "edgee/meta-capi" },
      componentVersion: { value: "2.0.1" },
      dnsStatus: { value: false },
      latest: { value: "1.2.0" },
      found: { value: "prj_1" },
      listed: { value: ["site"] },
      listedLater: { value: ["site"] },
      foundLater: { value: "prj_1" },
      sslStatus: { value: false },
      required: { value: ["pixel_id", "access_token"] },
    });
    expect(reply.outputs).not.toHaveProperty("forwardedHeaders");
    const state = await its.stack.state();
    expect(state).toContain("px-1");
    expect(state).not.toContain(SECRET);
    expect((await its.stack.destroy()).failed).toBe(false);
    expect(writes(its.emulator)).toEqual([]);
  });
});

describe("a domain that moves to a new resource in another project", () => {
  const its = useScene();
  const program = (parameters: MovedDomain) => ({ file: "programs/moved-domain.ts", parameters });

  it("is an error that names aliases, and stays attached", async () => {
    await its.stack.up(program({ resource: "www", project: "one" }));
    its.emulator.reset();
    const reply = await its.stack.up(program({ resource: "web", project: "two" }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toMatch(/409 conflict_error.*`aliases`/);
    expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([]);
  });

  it("moves in one up with the old name as an alias, also if the service releases it late", async () => {
    its.emulator.setHabits({ hostNames: { releaseMs: 1_500 } });
    const reply = await its.stack.up(program({ resource: "web", project: "two", alias: "www" }));
    expect(reply.failed, reply.text).toBe(false);
    const sent = writes(its.emulator).map((write) => write.replace(/prj_\d/, "prj"));
    expect(new Set(sent)).toEqual(
      new Set(["DELETE /v1/projects/prj/domains/www.example.com", "POST /v1/projects/prj/domains"]),
    );
    expect(sent[0]).toMatch(/^DELETE/);
    expect(stepsTaken(await its.stack.preview(program({ resource: "web", project: "two" })))).toEqual([]);
  });
});
