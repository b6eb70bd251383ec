import { describe, expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { itemOf, startWorld, type World } from "../world.ts";
import { refusal, rewriteRecords } from "../faulty.ts";

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
const showing = (form: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>, live = true) =>
  startWorld(
    { seed: seed(live ? [{ id: "pc_1", component_slug: "acme/box", settings: { mode: "a" } }] : []) },
    () => undefined,
    rewriteRecords("project_component", /./, form),
  );
const names = (world: World) => world.state()[0]?.components.map(({ component_slug: slug }) => slug);
const box = (entry: string) => ({ "a.yaml": `${HEAD}  acme/box: ${entry}\n` });

describe("a live component that is similar to the declared one", () => {
  it.each([
    ["box", "CMP_Acme_Box"],
    ["acme/box@1", undefined],
  ])(
    "as %s with the id %s is blocked, and neither written, created again nor pruned until it is pinned",
    async (slug, id) => {
      await using world = await showing((record) => ({ ...record, component_slug: slug, component_id: id }));
      for (const entry of ["{ settings: { mode: b } }", "{ absent: true }"]) {
        await world.write(box(entry));
        const report = await world.through("apply", { prune: ["components"] });
        expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({
          action: "blocked",
          reason: `pc_1 is ${slug}, and may be acme/box. If it is, pin it with its \`id\` (Pulumi: \`adoptId\`).`,
        });
      }
      await world.write({
        "a.yaml":
          "version: 1\nproject: { organization_id: org_1, slug: site, absent: true }\ncomponents:\n  acme/box: { absent: true }\n",
      });
      expect((await world.through("apply")).result).toBe("blocked");
      expect(world.writes()).toEqual([]);

      await world.write(box("{ id: pc_1, settings: { mode: b } }"));
      expect((await world.through("apply", { prune: ["components"] })).result).toBe("applied");
      expect(world.writes()).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
      expect((await world.through("apply", { prune: ["components"] })).result).toBe("no-changes");
    },
  );
});

it("a component that only its id names is not pruned while the catalogue cannot be asked", async () => {
  await using world = await startWorld(
    {
      seed: seed([
        { id: "pc_1", component_slug: "acme/box" },
        { id: "pc_2", component_slug: "acme/cup" },
      ]),
    },
    (call) => (call === "GET /v1/components/acme/box" ? refusal(500, "internal") : undefined),
    (call, answer) =>
      call.includes("/projects/")
        ? { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll("acme/", "Acme Inc./")) }
        : answer,
  );
  await world.write({ "a.yaml": `${HEAD}  acme/box: { settings: { mode: a } }\n` });
  const report = await world.through("apply", { prune: ["components"] });
  expect(itemOf(report, "org_1/site/acme/box").action).toBe("blocked");
  expect(names(world)).toEqual(["acme/box", "acme/cup"]);
});

it("a pin of a component that is another declared one by the catalogue's id is wrong, and leaves that one alone", async () => {
  await using world = await showing(({ component_slug: _left, ...record }) => ({
    ...record,
    component_id: "cmp_acme_box",
  }));
  await world.write({
    "a.yaml": `${HEAD}  acme/box: { settings: { mode: a } }\n  acme/cup: { id: pc_1, settings: { mode: b } }\n`,
  });
  const report = await world.through("apply", { prune: ["components"] });
  expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({ action: "unchanged" });
  expect(itemOf(report, "org_1/site/acme/cup")).toMatchObject({
    action: "blocked",
    reason: "pc_1 is acme/box, not acme/cup. Correct `id`, or the name.",
  });
  expect(world.writes()).toEqual([]);
});
