import { expect, it } from "vitest";
import { load, play } from "./generated/plan-scene.ts";
import type { Scene } from "./generated/plan-scene.ts";

/* One component by slug, and one that the service does not name. The file removes the project and edgee/ga4 in it. */
const record = (id: string, fields: object) => ({
  unlisted: [],
  record: { id, component_version: "1.0.0", settings: {}, ...fields },
});
const scene = (options: Scene["options"], ignore: object = {}): Scene => ({
  contents: [
    {
      version: 1,
      project: { organization_id: "org_1", slug: "one", absent: true },
      components: { "edgee/ga4": { absent: true } },
      ...ignore,
    },
  ],
  service: {
    projects: [
      {
        organization: "org_1",
        record: { id: "p1", organization_id: "org_1", slug: "one" },
        unlisted: [],
        isGone: false,
        components: [record("c1", { component_slug: "edgee/ga4" }), record("c2", {})],
        domains: [],
      },
    ],
    odd: [],
    unknown: [],
    failures: new Map(),
    merges: true,
    showsAll: false,
  },
  options,
});
const itemsOf = async (given: Scene) => play(given, await load(given.contents)).planned.plan.items;

it("a declared removal that is not certain is blocked, not unmanaged and `no changes`", async () => {
  const items = await itemsOf(scene({ only: ["org_1/one/edgee/ga4"] }));
  expect(items).toMatchObject([
    { key: "org_1/one/edgee/ga4", action: "blocked", reason: expect.stringContaining("c2") },
  ]);
});

it("what is declared with `absent: true` is not said to need `absent: true`", async () => {
  const [project] = await itemsOf(scene({}));
  expect(project?.reason).not.toMatch(/still holds org_1\/one\/edgee\/ga4,.*Declare each with `absent: true`/);
});

it("what a file declares is not ignored, and prune all deletes the project", async () => {
  const [project] = await itemsOf(scene({ prune: ["all"] }, { ignore: { components: ["edgee/*"] } }));
  expect(project).toMatchObject({ action: "delete" });
});
