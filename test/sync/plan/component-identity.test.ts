import { describe, expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { between, records } from "../../habit.ts";
import { always, on, refused } from "../../reconcile/scene.ts";
import { itemOf, startWorld, type World } from "../world.ts";

/*
 * A live component with the catalogue's id or the declared slug is the declared one. One with a similar slug blocks it until it is
 * pinned: it is never created again and never pruned. Which slugs are similar: test/resources/component/identity.test.ts.
 */

const HEAD = "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n";
const catalogue = ["acme/box", "other/box", "acme/cup"].map((slug) => catalogueEntry(slug, [{ name: "mode" }]));

type Components = NonNullable<NonNullable<Seed["projects"]>[number]["components"]>;
const seed = (components: Components = []): Seed => ({
  catalogue,
  projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", components }],
});

/** A service with `acme/box`, which it shows in another form. */
const showing = (form: object) =>
  startWorld({
    seed: seed([{ id: "pc_1", component_slug: "acme/box", settings: { mode: "a" } }]),
    between: between(records("project_component", (record) => ({ ...record, ...form }))),
  });
const names = (world: World) => world.state()[0]?.components.map(({ component_slug: slug }) => slug);
const box = (entry: string) => ({ "a.yaml": `${HEAD}  acme/box: ${entry}\n` });

describe("a live component that is similar to the declared one", () => {
  it.each([
    ["box", "CMP_Acme_Box"],
    ["acme/box@1", undefined],
  ])(
    "as %s with the id %s is blocked, and neither written, created again nor pruned until it is pinned",
    async (slug, id) => {
      await using world = await showing({ component_slug: slug, component_id: id });
      for (const entry of ["{ settings: { mode: b } }", "{ absent: true }"]) {
        await world.write(box(entry));
        const report = await world.run("apply", { prune: ["components"] });
        expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({
          action: "blocked",
          reason: `pc_1 is ${slug}, and may be acme/box. If it is, pin it with its \`id\` (Pulumi: \`adoptId\`).`,
        });
      }
      await world.write({
        "a.yaml":
          "version: 1\nproject: { organization_id: org_1, slug: site, absent: true }\ncomponents:\n  acme/box: { absent: true }\n",
      });
      expect((await world.run("apply")).result).toBe("blocked");
      expect(world.writes()).toEqual([]);

      await world.write(box("{ id: pc_1, settings: { mode: b } }"));
      expect((await world.run("apply", { prune: ["components"] })).result).toBe("applied");
      expect(world.writes()).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
      expect((await world.run("apply", { prune: ["components"] })).result).toBe("no-changes");
    },
  );
});

it("a component that only its id names is not pruned while the catalogue cannot be asked", async () => {
  const short = records("project_component", ({ component_slug: slug, ...record }) => ({
    ...record,
    component_slug: String(slug).replace("acme/", "Acme Inc./"),
  }));
  await using world = await startWorld({
    seed: seed([
      { id: "pc_1", component_slug: "acme/box" },
      { id: "pc_2", component_slug: "acme/cup" },
    ]),
    faults: { faults: [on("GET /v1/components/acme/box", refused(500, "internal"), always)] },
    between: between(short),
  });
  await world.write({ "a.yaml": `${HEAD}  acme/box: { settings: { mode: a } }\n` });
  const report = await world.run("apply", { prune: ["components"] });
  expect(itemOf(report, "org_1/site/acme/box").action).toBe("blocked");
  expect(names(world)).toEqual(["acme/box", "acme/cup"]);
});
