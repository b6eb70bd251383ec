import { describe, expect, test } from "vitest";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { startEmulator } from "../../emulator/start.ts";
import { SECRET, site, TOKEN, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import type { Lookups } from "./programs/lookups.ts";
import type { MovedDomain } from "./programs/moved-domain.ts";
import type { Site } from "./programs/site.ts";

const newProject = { organization_id: "org_1", slug: "site", type: "proxy" };

useInstallation();

describe("what exists already", () => {
  const its = useScene();

  test("creating fails, names the id and says how to adopt it", async () => {
    await ask(its.emulator, "POST /v1/projects", newProject);
    its.emulator.reset();
    const reply = await its.stack.up(site({}));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("Project site of org_1 already exists: prj_1.");
    expect(reply.text).toContain('`ifExists: "adopt"` or `adoptId: "prj_1"`');
    expect(writes(its.emulator)).toEqual([]);
  });

  test("it is adopted where the program says so, and only what differs is written", async () => {
    const reply = await its.stack.up(site({ project: { ifExists: "adopt", forceHttps: true, cookieless: true } }));
    expect(reply.outputs).toMatchObject({ projectId: { value: "prj_1" } });
    expect(its.emulator.requests().find(({ method }) => method === "POST")?.body).toEqual({
      id: "prj_1",
      cookieless: true,
    });
    expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_1"]);
  });

  test("a project that is to replace itself is adopted and kept, unless it is to go first", async () => {
    const project: Site["project"] = { ifExists: "adopt" };
    const urn = "urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:Project::site";
    const kept = await its.stack.up(site({ project }), { replace: [urn] });
    expect(kept.failed, kept.text).toBe(false);
    expect(kept.text).toContain("project prj_1 was kept");
    expect(writes(its.emulator)).toEqual([]);
    const options = { site: { deleteBeforeReplace: true } };
    const reply = await its.stack.up(site({ project, options }), { replace: [urn] });
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual(["DELETE /v1/projects/prj_1", "POST /v1/projects"]);
  });
});

describe("an id to adopt", () => {
  const its = useScene();

  test("brings one existing project to what is declared, its slug included", async () => {
    await ask(its.emulator, "POST /v1/projects", { ...newProject, slug: "old-name" });
    const reply = await its.stack.up(site({ project: { adoptId: "prj_1" } }));
    expect(reply.failed, reply.text).toBe(false);
    expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("slug", "site");
    expect(stepsTaken(await its.stack.preview(site({ project: { adoptId: "prj_1" } })))).toEqual([]);
  });

  test("is forgotten without a write once the program leaves it out", async () => {
    expect(stepsTaken(await its.stack.up(site({})))).toEqual(["update site"]);
    expect(writes(its.emulator)).toEqual([]);
  });
});

describe("settings that are refused after the project was created", () => {
  const its = useScene();

  test("the error is shown, and the id is kept", async () => {
    const reply = await its.stack.up(site({ project: { forceHttps: false, extra: { unheard_of: 1 } } }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("Project prj_1 was created, but its settings were not applied");
    expect(reply.text).toContain("unheard_of");
    expect(await its.stack.state()).toContain('"id":"prj_1"');
  });

  test("the next up goes on with the same project", async () => {
    const reply = await its.stack.up(site({ project: { forceHttps: false } }));
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_1"]);
    expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("force_https", false);
    expect(stepsTaken(await its.stack.preview(site({ project: { forceHttps: false } })))).toEqual([]);
  });
});

describe("a project with children that are not declared", () => {
  const its = useScene();

  test("is not deleted", async () => {
    await its.stack.up(site({ domains: { www: "www.example.com" } }));
    await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "other.example.com" });
    await ask(its.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4" });
    its.emulator.reset();
    const reply = await its.stack.destroy();
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("Project prj_1 is not deleted: it holds edgee/ga4, other.example.com");
    expect(writes(its.emulator)).toEqual(["DELETE /v1/projects/prj_1/domains/www.example.com"]);
  });

  test("is deleted with them where the program says so", async () => {
    await its.stack.up(site({ project: { forceDestroy: true } }));
    expect((await its.stack.destroy()).failed).toBe(false);
    expect(await ask(its.emulator, "GET /v1/projects")).toHaveProperty("data", []);
  });
});

describe("what something else manages", () => {
  const its = useScene();

  test("can be read, and stays when the stack is destroyed; its secrets are not in the state", async () => {
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

  test("is an error where there is none", async () => {
    const parameters: Lookups = { project: "prj_9", component: "prj_1/pc_1", domain: "prj_1/www.example.com" };
    const reply = await its.stack.preview({ file: "programs/lookups.ts", parameters });
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("There is no project prj_9.");
  });
});

describe("a domain that moves to a new resource in another project", () => {
  const its = useScene();
  const program = (parameters: MovedDomain) => ({ file: "programs/moved-domain.ts", parameters });

  test("is an error that names aliases, and stays attached", async () => {
    await its.stack.up(program({ resource: "www", project: "one" }));
    its.emulator.reset();
    const reply = await its.stack.up(program({ resource: "web", project: "two" }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toMatch(/409 conflict_error.*`aliases`/);
    expect(writes(its.emulator).filter((write) => write.startsWith("DELETE"))).toEqual([]);
  });

  test("moves in one up with the old name as an alias, also if the service releases it late", async () => {
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

describe("two resources for one object", () => {
  const its = useScene();

  test("are an error, and one object", async () => {
    const domain = { name: "www.example.com", ifExists: "adopt" as const };
    const reply = await its.stack.up(site({ domains: { www: domain, web: domain } }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("Two resources declare the same domain: www and web. Declare it once.");
    expect(reply.text).toContain(
      "Domain www.example.com in project prj_1 belongs to another resource of this program: www.example.com. Declare it once.",
    );
    expect(writes(its.emulator)).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1/domains"]);
  });

  test("are an error also where the object is a component, or a project", async () => {
    const ga = { component: "edgee/ga4", ifExists: "adopt" as const };
    const components = await its.stack.up(site({ components: { ga, analytics: ga } }));
    expect(components.text).toContain("Two resources declare the same component: ga and analytics. Declare it once.");
    const again = { organizationId: "org_1", slug: "site", ifExists: "adopt" as const };
    const projects = await its.stack.up(site({ again }));
    expect(projects.text).toContain("Two resources declare the same project: site and again. Declare it once.");
    for (const { failed } of [components, projects]) expect(failed).toBe(true);
    expect(its.emulator.state()).toHaveLength(1);
    expect(its.emulator.state()[0]?.components.length).toBeLessThanOrEqual(1);
  });
});

describe("another service with the same ids", () => {
  const its = useScene();

  test("is noticed in the preview and before anything is written, although nothing of the old resources changes", async () => {
    await its.stack.up(site({}));
    await using other = await startEmulator({
      token: TOKEN,
      seed: { projects: [{ organization_id: "org_1", slug: "foreign" }] },
    });
    its.stack.configure(other);
    const program = site({ domains: { www: "www.example.com" } });
    for (const reply of [await its.stack.preview(program), await its.stack.up(program)]) {
      expect(reply.failed).toBe(true);
      expect(reply.text).toContain(
        `project prj_1 was created on ${its.emulator.url}, but the configured service is ${other.url}`,
      );
    }
    expect(writes(other)).toEqual([]);
  });

  test("with a token that it refuses fails in the preview, with one request", async () => {
    its.stack.configure({ url: its.emulator.url, token: "not-the-token-of-this-service" });
    const reply = await its.stack.preview(site({ domains: { www: "www.example.com" } }));
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("401");
    expect(its.emulator.requests()).toHaveLength(1);
  });
});
