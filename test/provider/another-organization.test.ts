import { describe, expect, it } from "vitest";
import { configured, code, nextUpdate, open, type Scene } from "./provider.ts";

const OTHER = { token: "token-of-org-2", organizations: ["org_2"] };
const SEED = {
  tokens: [OTHER],
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "www.example.com" }],
    },
    { id: "prj_2", organization_id: "org_2", slug: "theirs" },
  ],
};
const IDS = { project: "prj_1", component: "prj_1/pc_1", domain: "prj_1/www.example.com" } as const;
const KINDS = ["project", "component", "domain"] as const;

async function stateOf(scene: Scene, kind: keyof typeof IDS) {
  const { props } = await scene[kind].read(IDS[kind], code);
  return { ...code, ...props };
}

describe("a token of another organization, which finds nothing", () => {
  it.each(KINDS)("does not make a %s gone: each operation says the whole way out", async (kind) => {
    await using scene = await open({ seed: SEED });
    const state = await stateOf(scene, kind);
    await nextUpdate(scene);
    const other = await configured(kind, { url: scene.emulator.url, token: OTHER.token });
    const [id = ""] = IDS[kind].split("/").toReversed();
    const message =
      `${kind} ${id} is not found, and the token sees no project of org_1. The token or the address may be wrong, so nothing is ` +
      "taken to be gone. Correct them. If the project was deleted, run `PROJECTSYNC_GONE=prj_1 pulumi refresh`";
    await expect(other.delete(IDS[kind], state)).rejects.toThrow(message);
    await expect(other.read(IDS[kind], state)).rejects.toThrow(message);
    await expect(other.update(IDS[kind], state, state)).rejects.toThrow(message);
    expect(await stateOf(await nextUpdate(scene), kind)).toEqual(state);
  });

  it.each(KINDS)("does not make a %s gone, if a list shows all that the token sees", async (kind) => {
    await using scene = await open({ seed: SEED, habits: { lists: { allOrganizations: true } } });
    const state = await stateOf(scene, kind);
    const other = await configured(kind, { url: scene.emulator.url, token: OTHER.token });
    await expect(other.read(IDS[kind], state)).rejects.toThrow("the token sees no project of org_1.");
  });
});
