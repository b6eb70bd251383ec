import { describe, expect, it } from "vitest";
import { carryOut } from "./generated/carry-out.ts";
import { projectWith, serviceWith, type Failure, type LiveComponent } from "./generated/draw-service.ts";
import { load, play, type Scene } from "./generated/plan-scene.ts";

const record = (id: string, fields: object) => ({
  unlisted: [],
  record: { id, component_version: "1.0.0", settings: { measurement_id: "G-1" }, ...fields },
});
/** One component has the slug, and the service does not name the other one. */
const ONE_UNNAMED = [record("c1", { component_slug: "edgee/ga4" }), record("c2", {})];
const REMOVAL = { "edgee/ga4": { absent: true } };
const PROJECT = { organization_id: "org_1", slug: "one" };
const ALL_ABSENT = { project: { ...PROJECT, absent: true }, components: REMOVAL };

/** A service with one project. `failing`: the parts that cannot be read. */
const holding = (components: readonly LiveComponent[], failing: readonly (readonly [string, Failure])[] = []) =>
  serviceWith([projectWith({ id: "p1", ...PROJECT }, { components })], { merges: true, failures: new Map(failing) });

async function itemsOf(
  components: readonly LiveComponent[],
  file: Partial<Scene["contents"][number]>,
  options: Scene["options"] = {},
  failing: readonly [string, Failure][] = [],
) {
  const contents = [{ version: 1 as const, project: PROJECT, ...file }];
  return play({ contents, service: holding(components, failing), options }, await load(contents)).planned.plan.items;
}

it("a removal that an unnamed component blocks names the one that has the slug", async () => {
  const items = await itemsOf(ONE_UNNAMED, { components: REMOVAL });
  expect(items.find(({ key }) => key === "org_1/one/edgee/ga4")?.reason).toContain("id: c1");
});

it("in a project that is to be deleted it is blocked too, and not unmanaged without a change", async () => {
  const items = await itemsOf(ONE_UNNAMED, ALL_ABSENT, { only: ["org_1/one/edgee/ga4"] });
  expect(items).toMatchObject([
    { key: "org_1/one/edgee/ga4", action: "blocked", reason: expect.stringContaining("c2") },
  ]);
});

it("what is declared with `absent: true` is not said to need `absent: true`", async () => {
  const [project] = await itemsOf(ONE_UNNAMED, ALL_ABSENT);
  expect(project?.reason).not.toMatch(/still holds org_1\/one\/edgee\/ga4,.*Declare each with `absent: true`/);
});

it("what a file declares is not ignored, and prune all deletes the project", async () => {
  const file = { ...ALL_ABSENT, ignore: { components: ["edgee/*"] } };
  const [project] = await itemsOf([record("c1", { component_slug: "edgee/ga4" })], file, { prune: ["all"] });
  expect(project).toMatchObject({ action: "delete" });
  // The other one may be one that the file ignores.
  const [held] = await itemsOf(ONE_UNNAMED, file, { prune: ["all"] });
  expect(held).toMatchObject({ action: "blocked", reason: expect.stringContaining("component#c2") });
});

it("two components with the catalogue's id of one line block that line only", async () => {
  const line = { settings: { measurement_id: "G-1" } };
  const live = [
    record("c1", { component_slug: "acme/ga4", component_id: "cat_edgee_ga4" }),
    record("c3", { component_slug: "edgee/ga4", component_id: "cat_edgee_ga4" }),
  ];
  const items = await itemsOf(live, { components: { "edgee/ga4": line, "acme/ga4": line } });
  expect(items.map(({ action, key }) => `${action} ${key}`)).toEqual([
    "unchanged org_1/one",
    "unchanged org_1/one/acme/ga4",
    "blocked org_1/one/edgee/ga4",
    "unmanaged org_1/one/edgee/ga4#c3",
  ]);
});

it.each([{}, { id: "c1" }])(
  "a component that is declared absent is deleted with its project, whatever another line pins, in any order: %j",
  async (pin) => {
    const lines = Object.entries({ "edgee/ga4": { absent: true, ...pin }, "acme/ga4": { absent: true, id: "c1" } });
    for (const each of [lines, lines.toReversed()]) {
      const file = { ...ALL_ABSENT, components: Object.fromEntries(each) };
      const [project] = await itemsOf([record("c1", { component_id: "cat_edgee_ga4" })], file);
      expect(project).toMatchObject({ key: "org_1/one", action: "delete" });
    }
  },
);

// Which slugs are similar, and what the reason says: test/resources/component/identity.test.ts.
it.each([
  ["ga4", "CMP_Edgee_GA4"],
  ["edgee/ga4@1", undefined],
])(
  "a component that is similar to the declared one is blocked, and neither written, created nor pruned until it is pinned: %s",
  async (component_slug, component_id) => {
    const live = [record("c1", { component_slug, component_id })];
    const changed = { active: false };
    const planned = (file: Partial<Scene["contents"][number]>) => itemsOf(live, file, { prune: ["components"] });
    for (const line of [changed, { absent: true }]) {
      const items = await planned({ components: { "edgee/ga4": line } });
      expect(items.map(({ action }) => action)).toEqual(["unchanged", "blocked", "unmanaged"]);
    }
    const held = await planned(ALL_ABSENT);
    expect(held.map(({ action }) => action)).not.toContain("delete");
    const pinned = await planned({ components: { "edgee/ga4": { ...changed, id: "c1" } } });
    expect(pinned).toMatchObject([{ action: "unchanged" }, { id: "c1", action: "update" }]);
  },
);

it("a component that only its id names is not pruned while the catalogue cannot be asked", async () => {
  const [file, live] = [{ components: { "edgee/ga4": {} } }, [record("c1", { component_slug: "Edgee Inc./ga4" })]];
  const other = record("c2", { component_slug: "Acme Inc./px" });
  const items = await itemsOf([...live, other], file, { prune: ["components"] }, [["catalogue edgee/ga4", "500"]]);
  expect(items.map(({ action }) => action).toSorted()).toEqual(["blocked", "unchanged", "unmanaged", "unmanaged"]);
});

it("where lists have no slugs, what is not pruned says why", async () => {
  const live = [record("c1", { component_id: "cat_edgee_ga4" }), record("c2", { component_id: "cat_acme_px" })];
  const items = await itemsOf(live, { components: { "edgee/ga4": {} } }, { prune: ["components"] });
  const notes = ["It may be one that the file declares, so it is not pruned."];
  expect(items.find(({ id }) => id === "c2")).toMatchObject({ action: "unmanaged", notes });
});

it("the reason names what shows that a pin is wrong", async () => {
  const live = [record("c1", { component_slug: "ga4", component_id: "cat_edgee_ga4" })];
  const items = await itemsOf(live, { components: { "edgee/ga4": {}, "acme/ga4": { id: "c1" } } });
  // Without the catalogue's name it says "c1 is ga4, not acme/ga4": `ga4` may well be acme/ga4.
  expect(items.find(({ key }) => key === "org_1/one/acme/ga4")?.reason).toContain("c1 is edgee/ga4, not acme/ga4");
});

describe("while the catalogue cannot be asked, and then can", () => {
  it.each([
    ["has another slug of two parts", "edgee/px"],
    ["has a similar slug", "ga4"],
    ["has another organization in its slug", "acme/ga4@1.1.0"],
    ["has no slug", undefined],
  ])("one line removes one component at most: the one with the catalogue's id %s", async (_, slug) => {
    const contents = [{ version: 1 as const, project: PROJECT, components: REMOVAL }];
    const files = await load(contents);
    const live = [
      record("c1", { component_slug: "edgee/ga4", component_id: "cat_other" }),
      record("c2", { ...(slug === undefined ? {} : { component_slug: slug }), component_id: "cat_edgee_ga4" }),
    ];
    const service = holding(live, [["catalogue edgee/ga4", "500"]]);
    const first = play({ contents, service, options: {} }, files);
    const after = carryOut(first.service, [...first.steps.values()]);
    if (after === "refused") throw new Error(after);
    const second = play({ contents, service: { ...after, failures: new Map() }, options: {} }, files);
    expect(first.steps.size + second.steps.size).toBeLessThan(2);
    const blocked = second.planned.plan.items.find(({ action }) => action === "blocked");
    expect(blocked?.reason).toContain("c2");
  });
});
