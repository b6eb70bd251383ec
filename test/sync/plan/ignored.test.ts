import { describe, expect, it } from "vitest";
import { changesOf, itemOf, startWith, startWorld } from "../world.ts";

const head = (slug = "site"): string => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n`;
const IGNORE = 'ignore: { domains: ["PR-*.preview.example.com"], components: ["EDGEE/meta*"] }\n';
const PR = "pr-7.preview.example.com";
const SEED = {
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      components: [
        { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } },
        {
          id: "pc_2",
          component_slug: "edgee/meta-capi",
          settings: { pixel_id: "px-1", access_token: "secret-0123456789" },
        },
      ],
      domains: [{ name: "www.example.com" }, { name: PR }, { name: "Pr-8.Preview.Example.com" }],
    },
    { id: "prj_2", organization_id: "org_1", slug: "shop" },
  ],
};

describe("what a file ignores", () => {
  it("is neither unmanaged nor pruned, and counted", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "site.yaml": `${head()}components: {}\ndomains: [www.example.com]\n${IGNORE}` });
    const plan = await world.run("plan");
    expect(plan.plan).toMatchObject({ ignored: 3, counts: { unmanaged: 1, unchanged: 2 } });
    expect(plan.plan?.items).toHaveLength(3);
    const all = await world.run("apply", { prune: ["all"], maxDeletes: { percent: 34 } });
    expect(changesOf(all)).toEqual(["delete component org_1/site/edgee/ga4"]);
    expect(all.plan?.guards[0]?.message).toBe("1 of 1 allowed deletions (34% of 3 live objects).");
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/components/pc_1"]);
    expect((await world.run("drift", { prune: ["all"] })).result).toBe("no-changes");
  });

  it("is not counted in a section that the file does not manage, and a plan without it says nothing", async () => {
    await using world = await startWith({ "site.yaml": `${head()}${IGNORE}` }, { seed: SEED });
    expect((await world.run("plan")).plan).not.toHaveProperty("ignored");
  });

  it("does not move to another project", async () => {
    const files = { "site.yaml": `${head()}domains: []\n${IGNORE}`, "shop.yaml": `${head("shop")}domains: [${PR}]\n` };
    await using world = await startWith(files, { seed: SEED });
    expect(itemOf(await world.run("apply", { prune: ["all"] }), `org_1/shop/${PR}`)).toMatchObject({
      action: "blocked",
      reason: `${PR} is attached to org_1/site, where it stays, because site.yaml ignores it.`,
    });
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/www.example.com"]);
    await world.write({ ...files, "site.yaml": `${head()}domains: [{ name: ${PR}, absent: true }]\n${IGNORE}` });
    expect(changesOf(await world.run("plan"))).toEqual([`move domain org_1/shop/${PR}`]);
  });

  it("keeps its project from being deleted, and is not deleted alone", async () => {
    await using world = await startWith({ "site.yaml": `${head()}  absent: true\n${IGNORE}` }, { seed: SEED });
    const report = await world.run("apply", { prune: ["all"] });
    expect(itemOf(report, "org_1/site")).toMatchObject({
      action: "blocked",
      reason: `It holds org_1/site/edgee/meta-capi, org_1/site/pr-8.preview.example.com, org_1/site/${PR}, which its file ignores. Delete that by hand, or take it out of \`ignore\`.`,
    });
    expect(itemOf(await world.run("plan"), "org_1/site").reason).toMatch(
      /^It still holds org_1\/site\/edgee\/ga4, org_1\/site\/www\.example\.com\. Declare .* It holds .*, which its file ignores\./,
    );
    const part = await world.run("apply", { prune: ["all"], only: ["*.preview.example.com"] });
    expect(part.plan).toMatchObject({ ignored: 2, items: [] });
    expect(world.writes()).toEqual([]);
  });
});
