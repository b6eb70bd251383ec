import { afterEach, describe, expect, it, vi } from "vitest";
import { ask } from "../ask.ts";
import { made, code, configured, nextUpdate, open, writes, site } from "./provider.ts";

/* Settings of the environment for one run, each a way out without an edit of the program. */

afterEach(() => {
  vi.unstubAllEnvs();
});

const seed = {
  projects: [
    { id: "prj_1", organization_id: "org_1", slug: "site", domains: [{ name: "www.example.com" }] },
    { id: "prj_2", organization_id: "org_2", slug: "other" },
  ],
};

describe("PROJECTSYNC_IF_EXISTS=adopt", () => {
  it("adopts what exists, and the state does not remember it", async () => {
    vi.stubEnv("PROJECTSYNC_IF_EXISTS", "adopt");
    await using scene = await open({ seed });
    const { id, outs } = await scene.project.create(site);
    expect(id).toBe("prj_1");
    expect(outs).not.toHaveProperty("ifExists");
    vi.unstubAllEnvs();
    await nextUpdate(scene);
    await expect(scene.project.diff("prj_1", { ...code, ...outs }, site)).resolves.toEqual({ changes: false });
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("does not hold for a resource that declares otherwise", async () => {
    vi.stubEnv("PROJECTSYNC_IF_EXISTS", "adopt");
    await using scene = await open({ seed });
    await expect(scene.project.create({ ...site, ifExists: "fail" })).rejects.toThrow("already exists: prj_1");
  });

  it("is checked", async () => {
    vi.stubEnv("PROJECTSYNC_IF_EXISTS", "yes");
    await using scene = await open({ seed });
    const message = 'PROJECTSYNC_IF_EXISTS must be "adopt" or "fail", not "yes".';
    await expect(scene.project.create(site)).rejects.toThrow(message);
  });
});

/* That it is not taken to be gone is in another-organization.test.ts. */
describe("the last project of an organization, deleted by hand", () => {
  const adopted = { ...site, ifExists: "adopt" };
  const domain = { ...code, projectId: "prj_1", name: "www.example.com", ifExists: "adopt" };

  async function deleted() {
    const scene = await open({ seed });
    const project = { ...code, ...(await scene.project.create(adopted)).outs };
    const attached = { ...code, ...(await scene.domain.create(domain)).outs };
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    return { scene: await nextUpdate(scene), project, attached };
  }

  it("is gone with all that was in it, if PROJECTSYNC_GONE names it", async () => {
    vi.stubEnv("PROJECTSYNC_GONE", "prj_9,prj_1");
    const { scene, project, attached } = await deleted();
    await using _ = scene;
    expect(await scene.project.read("prj_1", project)).toEqual({});
    expect(await scene.domain.read("prj_1/www.example.com", attached)).toEqual({});
    await scene.project.delete("prj_1", project);
  });

  it("is not gone if it answers, or if PROJECTSYNC_GONE names another one", async () => {
    vi.stubEnv("PROJECTSYNC_GONE", "prj_2");
    const { scene, project } = await deleted();
    await using _ = scene;
    await expect(scene.project.read("prj_1", project)).rejects.toThrow("run `PROJECTSYNC_GONE=prj_1 pulumi refresh`");
    const other = await made(scene.project, { ...adopted, organizationId: "org_2", slug: "other" });
    expect((await scene.project.read("prj_2", other)).id).toBe("prj_2");
  });
});

describe("a token of the stack that the service refuses", () => {
  const advice = "If the token was rotated since the last update of the stack, set PROJECTSYNC_TOKEN for this command.";

  it("in a refresh or a deletion says how to go on", async () => {
    await using scene = await open({ seed });
    const state = { ...code, ...(await scene.project.create({ ...site, ifExists: "adopt" })).outs };
    await nextUpdate(scene);
    const old = await configured("project", { url: scene.emulator.url, token: "the-token-before" });
    await expect(old.read("prj_1", state)).rejects.toThrow(advice);
    await expect(old.delete("prj_1", state)).rejects.toThrow(advice);
    vi.stubEnv("PROJECTSYNC_TOKEN", "another-wrong-token");
    await expect(old.read("prj_1", state)).rejects.not.toThrow(advice);
    vi.stubEnv("PROJECTSYNC_TOKEN", scene.emulator.token);
    expect((await old.read("prj_1", state)).id).toBe("prj_1");
  });
});
