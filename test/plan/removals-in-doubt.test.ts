import { expect, it } from "vitest";
import { load, play, type Scene } from "./generated/plan-scene.ts";

/* A removal in doubt is blocked with its reason, also in a project that is removed too: nothing there needs another `absent: true`. */

type Project = Scene["service"]["projects"][number];
const record = (id: string, slug?: string) => ({
  unlisted: [],
  record: { id, ...(slug === undefined ? {} : { component_slug: slug }), component_version: "1.0.0", settings: {} },
});
const NAME = "a.example.com";
const SCENES: readonly (readonly [string, Pick<Project, "components" | "domains">, string])[] = [
  ["twins", { components: [record("c1", "edgee/ga4"), record("c2", "edgee/ga4")], domains: [] }, "edgee/ga4"],
  ["a similar slug", { components: [record("c1", "ga4")], domains: [] }, "edgee/ga4"],
  ["a component without a name", { components: [record("c1")], domains: [] }, "edgee/ga4"],
  ["two spellings", { components: [], domains: [{ name: NAME }, { name: "A.example.com" }] }, NAME],
  ["another form", { components: [], domains: [{ name: `https://${NAME}/` }] }, NAME],
];

async function itemsOf(live: Pick<Project, "components" | "domains">, absent: boolean, options: Scene["options"]) {
  const project = { organization_id: "org_1", slug: "one" };
  const lines = { components: { "edgee/ga4": { absent: true } }, domains: [{ name: NAME, absent: true }] };
  const contents = [{ version: 1 as const, project: { ...project, absent }, ...lines }];
  const found = { organization: "org_1", record: { id: "p1", ...project }, unlisted: [], isGone: false, ...live };
  const service = { projects: [found], odd: [], unknown: [], failures: new Map(), merges: true, showsAll: false };
  return play({ contents, service, options }, await load(contents)).planned.plan.items;
}

for (const absent of [false, true]) {
  it.each(SCENES)(`is blocked alone where its project is absent: ${absent}: %s`, async (_what, live, name) => {
    const items = await itemsOf(live, absent, { only: [`org_1/one/${name}`] });
    expect(items.filter(({ action }) => action === "blocked").map(({ key }) => key)).toEqual([`org_1/one/${name}`]);
  });
}

it.each(SCENES)("is why the project stays: %s", async (_what, live, name) => {
  const [project] = await itemsOf(live, true, {});
  expect(project?.reason).toMatch(new RegExp(`^It still holds org_1/one/${name}\\.`));
  expect(project?.reason).not.toContain("Declare each");
});

it("does not hide what else has to be declared", async () => {
  const live = { components: [record("c1", "acme/box")], domains: [{ name: `https://${NAME}/` }] };
  const [project] = await itemsOf(live, true, {});
  expect(project?.reason).toMatch(
    /still holds org_1\/one\/acme\/box\. Declare each .* still holds org_1\/one\/a\.example\.com\./,
  );
});
