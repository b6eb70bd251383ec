import { describe, expect, it } from "vitest";
import { code, fail, nextUpdate, open, requests, type Properties, type Scene, site } from "../provider/provider.ts";
import { ask } from "../ask.ts";

/** Creates a project as declared, and returns what the state would hold. */
async function made(scene: Scene, inputs: Properties): Promise<Properties> {
  const { outs } = await scene.project.create({ ...site, ...inputs });
  return { ...code, ...outs };
}

describe("a refresh", () => {
  it("finds no change if all values mean the same, in any notation", async () => {
    await using scene = await open();
    const state = await made(scene, {
      description: null,
      blockedIps: ["203.0.113.8", "203.0.113.7"],
      forceHttps: null,
      autocapture: { click: true },
      rateLimiting: [
        { rank: 2, limit: 1 },
        { rank: 1, limit: 1, blockDuration: 60 },
      ],
    });
    await ask(scene.emulator, "POST /v1/projects/prj_1", {
      blocked_ips: ["203.0.113.7", "203.0.113.8"],
      cookie_name: "not declared",
    });
    const { id, props, inputs } = await scene.project.read("prj_1", state);
    const { __provider: _, origin: __, __ownedSince, ...declared } = state;
    expect(id).toBe("prj_1");
    expect(inputs).toStrictEqual(declared);
    expect(props).toStrictEqual({ ...declared, origin: scene.emulator.url, __ownedSince });
  });

  it("shows the live values of declared fields, and nothing else", async () => {
    await using scene = await open();
    const rules = { overrideCache: [{ path: "/", rank: 1 }] };
    const state = await made(scene, { cache: true, autocapture: { click: true }, ...rules });
    await ask(scene.emulator, "POST /v1/projects/prj_1", {
      slug: "renamed",
      cache: false,
      cookieless: true,
      autocapture: { click: false, scroll: true },
      override_cache: [{ path: "/", rank: 1, conditions: { request_headers: { values: { x_y: "z" } } } }],
    });
    await nextUpdate(scene);
    const { inputs } = await scene.project.read("prj_1", state);
    expect(inputs).toStrictEqual({
      organizationId: "org_1",
      slug: "renamed",
      cache: false,
      autocapture: { click: false },
      overrideCache: [{ path: "/", rank: 1, conditions: { requestHeaders: { values: { x_y: "z" } } } }],
    });
  });

  it("reads an object that the list does not show by its id", async () => {
    await using scene = await open();
    const state = await made(scene, {});
    const late = { kind: "answer", status: 200, body: { object: "list", data: [], has_more: false } } as const;
    fail(scene, "GET /v1/projects", late);
    const { project } = await nextUpdate(scene);
    const { id } = await project.read("prj_1", state);
    expect(id).toBe("prj_1");
    expect(requests(scene.emulator)).toContain("GET /v1/projects/prj_1");
  });

  it('returns "gone" only if the object is gone and its project is not', async () => {
    await using scene = await open();
    const project = await made(scene, {});
    const domain = await scene.domain.create({ ...code, projectId: "prj_1", name: "www.example.com" });
    const state = { ...code, ...domain.outs };
    await nextUpdate(scene);
    await ask(scene.emulator, "DELETE /v1/projects/prj_1/domains/www.example.com");
    expect(await scene.domain.read("prj_1/www.example.com", state)).toEqual({});
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    const unsure = "and the token sees no project of org_1.";
    await expect(scene.domain.read("prj_1/www.example.com", state)).rejects.toThrow(unsure);
    await expect(scene.project.read("prj_1", project)).rejects.toThrow(unsure);
    await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    expect(await scene.domain.read("prj_1/www.example.com", state)).toEqual({});
    expect(await scene.project.read("prj_1", project)).toEqual({});
  });

  it("of settings that are declared as null brings no secrets into the state", async () => {
    const components = [{ component_slug: "edgee/meta-capi" }];
    await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "site", components }] } });
    const inputs = { ...code, projectId: "prj_1", component: "edgee/meta-capi", settings: null, ifExists: "adopt" };
    const { outs } = await scene.component.create(inputs);
    const settings = { pixel_id: "px-1", access_token: "canary-secret" };
    await ask(scene.emulator, "POST /v1/projects/prj_1/components/pc_1", { settings });
    const read = await scene.component.read("prj_1/pc_1", { ...code, ...outs });
    expect(read.inputs).toHaveProperty("settings", null);
    expect(JSON.stringify(read)).not.toContain("canary-secret");
    expect(await scene.component.diff("prj_1/pc_1", { ...code, ...read.props }, inputs)).toEqual({ changes: false });
  });
});

describe("reading what something else manages", () => {
  it("returns every field that may be shown, and its inputs leave nothing to update", async () => {
    await using scene = await open();
    await made(scene, { forceHttps: false, forwardedHeaders: [{ name: "authorization", value: "canary" }] });
    const { props, inputs } = await scene.project.read("prj_1", code);
    expect(props).toMatchObject({ organizationId: "org_1", slug: "site", forceHttps: false, cache: false });
    expect(props).not.toHaveProperty("forwardedHeaders");
    expect(await scene.project.diff("prj_1", props, inputs)).toEqual({ changes: false });
    const { inputs: again } = await scene.project.read("prj_1", { ...code, ...props });
    expect(again).toEqual(inputs);
  });

  it("returns no values that may be credentials, also not those that come later", async () => {
    await using scene = await open();
    await made(scene, { externalProjectUrl: "https://example.com/a" });
    const { props } = await scene.project.read("prj_1", code);
    expect(props).toMatchObject({ externalProjectUrl: "https://example.com/a" });
    await ask(scene.emulator, "POST /v1/projects/prj_1", {
      external_project_url: "https://x:canary@example.com/?canary",
      override_cache: [{ conditions: { request_headers: { values: { a: "canary" } } } }],
      force_https: false,
    });
    const again = await scene.project.read("prj_1", { ...code, ...props });
    expect(JSON.stringify(again)).not.toContain("canary");
    expect(again.props).toMatchObject({ slug: "site", forceHttps: false });
    await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    expect(await scene.project.read("prj_1", { ...code, ...props })).toEqual({});
  });

  it("hides copies of what it leaves out in other fields, but in no name", async () => {
    await using scene = await open();
    await ask(scene.emulator, "POST /v1/projects", {
      organization_id: "org_1",
      slug: "my-long-slug",
      type: "proxy",
      description: "Bearer canary-live for my-long-slug",
    });
    const values = ["Bearer canary-live", "my-long-slug"].map((value, rank) => ({ name: `x-${rank}`, value }));
    await ask(scene.emulator, "POST /v1/projects/prj_1", { forwarded_headers: values });
    const { props, inputs } = await scene.project.read("prj_1", code);
    for (const shown of [props, inputs])
      expect(shown).toMatchObject({ slug: "my-long-slug", description: "(secret) for my-long-slug" });
  });

  it("of a component that the service shows without its organization shows no setting: any may be a secret", async () => {
    const components = [{ component_slug: "edgee/ga4", settings: { measurement_id: "canary" } }];
    const seed = { projects: [{ organization_id: "org_1", slug: "site", components }] };
    await using scene = await open({ seed, habits: { forms: "terse" } });
    const { props } = await scene.component.read("prj_1/pc_1", code);
    expect(props).toMatchObject({ component: "ga4", componentVersion: "1.2.0" });
    expect(JSON.stringify(props)).not.toContain("canary");
    await expect(scene.component.read("prj_1/pc_1", { ...code, ...props })).resolves.toHaveProperty("props", props);
  });

  it("rejects if there is no such object, and if the id is malformed", async () => {
    await using scene = await open();
    await made(scene, {});
    await expect(scene.project.read("prj_9", code)).rejects.toThrow("There is no project prj_9.");
    await expect(scene.domain.read("prj_1/www.example.com", code)).rejects.toThrow("There is no domain");
    await expect(scene.domain.read("www.example.com", code)).rejects.toThrow(
      "www.example.com is not the id of a domain. Write it as prj_x/www.example.com.",
    );
    await expect(scene.component.read("prj_1/pc_1/x", code)).rejects.toThrow("Write it as prj_x/pc_y.");
  });
});

it("what an update looks up is not deleted by a resource of the same update", async () => {
  await using scene = await open();
  const state = await made(scene, { forceDestroy: true });
  const next = await nextUpdate(scene);
  await next.project.read("prj_1", {});
  await next.project.delete("prj_1", state);
  expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toHaveProperty("slug", "site");
});
