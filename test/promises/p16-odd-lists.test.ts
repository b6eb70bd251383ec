import { describe, expect, it } from "vitest";
import { code, failureOf, open, SITE, site, writes, type Scene } from "../provider/provider.ts";
import { between, isList, type Between } from "../habit.ts";
import { itemOf, startWith } from "../sync/world.ts";
import { asObject, type Fields } from "../world/oracle/meaning.ts";
import { NOT_SAID, othersThan, showing } from "./odd-owners.ts";

/* P16: a list whose rows name odd owners makes no duplicate, and deletes nothing wrong. P11 has the rows of components and domains. */

const FILE = {
  "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: site, description: new }\ndomains: [a.example.com]\n",
};
const NEIGHBOUR = { organization_id: "org_1", slug: "neighbour" };
/** No readable id of an organization: it does not say that the project is another's. */
const unreadable = othersThan("org_1").filter((owner) => typeof owner === "object" || typeof owner === "boolean");

describe.each([
  ["alone", () => true],
  ["beside a row that names its organization", ({ slug }: { readonly slug?: unknown }) => slug === "site"],
])("a project whose row names no readable organization, %s", (_where, isMeant) => {
  const seed = { projects: [SITE, NEIGHBOUR] };

  it.each([...unreadable, 0.5, -1, " ", "org_1 ", "org_1\0", "org\u200b_1"].map((owner) => ({ owner })))(
    "is blocked, and never created again: $owner",
    async ({ owner }) => {
      for (const where of ["lists", "both"] as const) {
        await using world = await startWith(FILE, { seed, between: showing("project", owner, where, isMeant) });
        const report = await world.run("apply", { prune: ["all"] });
        expect(itemOf(report, "org_1/site")).toMatchObject({
          action: "blocked",
          reason: expect.stringContaining("prj_1"),
        });
        expect(world.writes()).toEqual([]);
      }
    },
  );

  it.each(unreadable.map((owner) => ({ owner })))("is not created again in Pulumi: $owner", async ({ owner }) => {
    for (const where of ["lists", "single", "both"] as const) {
      await using scene: Scene = await open({ seed, between: showing("project", owner, where, isMeant) });
      const error = await failureOf(scene.project.create({ ...site, ifExists: "adopt" }));
      expect(error.message).toContain("prj_1");
      expect(writes(scene.emulator)).toEqual([]);
    }
  });
});

/** A service whose lists show one object of a kind a second time, with other fields: before its own row, or after it. */
const shownTwice = (sort: string, other: Fields, isFirst: boolean): Between =>
  between({
    answer: (answered, asked) => {
      const { data: rows } = asObject(answered.body);
      if (!isList(asked) || !Array.isArray(rows)) return answered;
      const data = rows.flatMap((row: Fields) => {
        if (row["object"] !== sort || (row["slug"] ?? "site") !== "site") return [row];
        return isFirst ? [{ ...row, ...other }, row] : [row, { ...row, ...other }];
      });
      return { ...answered, body: { ...asObject(answered.body), data } };
    },
  });

describe.each([true, false])("an object whose list shows its id with two keys, the other one first: %j", (isFirst) => {
  const others = [
    { slug: "old" },
    { slug: null },
    { organization_id: "org_2" },
    { organization_id: "org_2", slug: "old" },
  ];

  it.each(others)("is neither created again nor deleted if it is a project: %j", async (other) => {
    for (const rest of ["", "  absent: true\n", "  previous_slug: old\n"]) {
      const text = `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n${rest}`;
      const seed = { projects: [SITE, NEIGHBOUR] };
      await using world = await startWith({ "a.yaml": text }, { seed, between: shownTwice("project", other, isFirst) });
      const report = await world.run("apply", { prune: ["all"] });
      expect(itemOf(report, "org_1/site")).toMatchObject({ action: "blocked" });
      expect(world.writes()).toEqual([]);
    }
  });

  it.each(others)("is not created again in Pulumi: %j", async (other) => {
    const seed = { projects: [SITE, NEIGHBOUR] };
    await using scene: Scene = await open({ seed, between: shownTwice("project", other, isFirst) });
    await failureOf(scene.project.create({ ...site, ifExists: "adopt" }));
    expect(writes(scene.emulator)).toEqual([]);
  });

  it.each<readonly [string, Fields]>([
    ["project_component", { component_slug: "edgee/meta-capi" }],
    ["project_component", { component_slug: null }],
    ["project_component", { component_id: "cmp_other" }],
    ["project_component", { project_id: "prj_2" }],
    ["domain", { project_id: "prj_2" }],
    ["domain", { project_id: "PRJ_1" }],
  ])("is neither created again nor pruned if it is a %s: %j", async (sort, other) => {
    const components = [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }];
    const project = { ...SITE, components, domains: [{ name: "a.example.com" }] };
    for (const rest of ["components: { edgee/ga4: {} }\ndomains: [a.example.com]\n", "components: {}\ndomains: []\n"]) {
      await using world = await startWith(
        { "a.yaml": `version: 1\nproject: { organization_id: org_1, slug: site }\n${rest}` },
        { seed: { projects: [project] }, between: shownTwice(sort, other, isFirst) },
      );
      await world.run("apply", { prune: ["all"] });
      expect(world.writes().filter((call) => call.includes(sort === "domain" ? "domains" : "components"))).toEqual([]);
    }
  });
});

it("a project is not created again where only a read by its id names another organization", async () => {
  for (const owner of othersThan("org_1")) {
    await using scene: Scene = await open({ seed: { projects: [SITE] }, between: showing("project", owner, "single") });
    const error = await failureOf(scene.project.create({ ...site, ifExists: "adopt" }));
    expect(error.message).toContain("Project prj_1 belongs to ");
    expect(writes(scene.emulator)).toEqual([]);
  }
});

it("a create that is answered with an unreadable owner is looked up, and is not sent again", async () => {
  for (const owner of unreadable) {
    await using world = await startWith(FILE, { between: showing("project", owner) });
    await world.run("apply");
    expect(world.writes().filter((call) => call === "POST /v1/projects")).toHaveLength(1);
    await world.run("apply");
    expect(world.writes()).toEqual([]);
  }
});

it("a component or domain whose row names another project is not created again", async () => {
  const project = {
    ...SITE,
    components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
    domains: [{ name: "a.example.com" }],
  };
  const text =
    "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents: { edgee/ga4: { active: false } }\ndomains: [a.example.com]\n";
  for (const sort of ["project_component", "domain"] as const)
    for (const owner of othersThan("prj_1")) {
      await using world = await startWith(
        { "a.yaml": text },
        { seed: { projects: [project] }, between: showing(sort, owner) },
      );
      expect((await world.run("apply")).plan?.counts).toMatchObject({ create: 0, blocked: 1 });
      expect(world.writes().filter((call) => !call.endsWith("/pc_1"))).toEqual([]);
    }
});

it("rows that name no owner are those of their list", async () => {
  const project = { ...SITE, domains: [{ name: "a.example.com" }] };
  for (const owner of NOT_SAID) {
    await using world = await startWith(FILE, { seed: { projects: [project] }, between: showing("domain", owner) });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["POST /v1/projects/prj_1"]);
  }
});

it("a project of another organization does not stand in the way of the declared one", async () => {
  const theirs = { organization_id: "org_2", slug: "site" };
  await using world = await startWith(FILE, {
    seed: { projects: [theirs, NEIGHBOUR] },
    habits: { lists: { allOrganizations: true } },
  });
  expect((await world.run("apply")).result).toBe("applied");
  expect(world.writes()).toContain("POST /v1/projects");
  expect(await world.ask("GET", "/v1/projects/prj_1")).toMatchObject(theirs);
});

it("`get` in Pulumi still reads what says no owner", async () => {
  await using scene: Scene = await open({ seed: { projects: [SITE] }, between: showing("project", undefined) });
  expect(await scene.project.read("prj_1", code)).toHaveProperty("id", "prj_1");
});
