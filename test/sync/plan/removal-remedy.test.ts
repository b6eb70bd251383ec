import { expect, it } from "vitest";
import { load, play, type Scene } from "./generated/plan-scene.ts";

/** The remedy names only the unnamed c2: who follows it deletes c2. Who wants to remove edgee/ga4 has to pin c1, which no text says. */
it("a removal that an unnamed component blocks names the one that has the slug", async () => {
  const record = (id: string, fields: object) => ({
    unlisted: [],
    record: { id, component_version: "1.0.0", settings: {}, ...fields },
  });
  const scene: Scene = {
    contents: [
      { version: 1, project: { organization_id: "org_1", slug: "one" }, components: { "edgee/ga4": { absent: true } } },
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
    options: {},
  };
  const { items } = play(scene, await load(scene.contents)).planned.plan;
  expect(items.find(({ key }) => key === "org_1/one/edgee/ga4")?.reason).toContain("id: c1");
});
