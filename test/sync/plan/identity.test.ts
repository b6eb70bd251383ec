import { describe, expect, it } from "vitest";
import { always, answered, on } from "../../reconcile/scene.ts";
import { changesOf, expectBlocked, startWith } from "../world.ts";

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const project = (id: string, slug: string) => ({ id, organization_id: "org_1", slug, type: "proxy" as const });
const COMPONENTS = [
  { id: "pc_ga", component_slug: "edgee/ga4", component_version: "1.2.0", settings: { measurement_id: "G-1" } },
  { id: "pc_meta", component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "live-secret-token" } },
];
const SITE = {
  seed: { projects: [{ ...project("prj_1", "site"), components: COMPONENTS }, project("prj_2", "shop")] },
};

describe("a pinned project", () => {
  it.each([
    ["declared absent with another slug", "scratch", "  id: prj_2\n  absent: true\n", "has the slug shop, not scratch"],
    ["with the slug of another project", "site", "  id: prj_2\n", "prj_1 already has it"],
  ])("%s is blocked", async (_case, slug, rest, reason) => {
    const { result } = await expectBlocked({ "a.yaml": file(slug, rest) }, [`org_1/${slug}`, reason], {}, SITE);
    expect(result).toBe("blocked");
  });
});

describe("a project that is declared absent", () => {
  it("is not found by its previous slug", async () => {
    await using world = await startWith({ "a.yaml": file("gone", "  previous_slug: shop\n  absent: true\n") }, SITE);
    expect(changesOf(await world.run("apply"))).toEqual([]);
    expect(world.writes()).toEqual([]);
  });
});

describe("a live version that the catalogue no longer lists", () => {
  it("is a warning if it is the declared one, and blocks nothing", async () => {
    const catalogue = {
      id: "c_1",
      slug: "edgee/ga4",
      latest_version: "2.0.0",
      versions: { "2.0.0": { dynamic_fields: [] } },
    };
    const entry = 'components:\n  edgee/ga4: { version: "1.2.0" }\n';
    const faults = { faults: [on("GET /v1/components/edgee/ga4", answered(catalogue), always)] };
    const files = { "a.yaml": file("site", entry), "b.yaml": file("third", "") };
    await using world = await startWith(files, { ...SITE, faults });
    const report = await world.run("apply");
    expect(report).toMatchObject({ result: "applied", problems: [{ level: "warning" }] });
    expect(world.writes()).toEqual(["POST /v1/projects"]);
  });
});
