import { describe, expect, it } from "vitest";
import { between, records } from "../habit.ts";
import { changesOf, itemOf, startWith, startWorld } from "../sync/world.ts";

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

describe("a glob of ignore", () => {
  const project = (...domains: string[]) => ({
    organization_id: "org_1",
    slug: "site",
    domains: ["old.example.com", ...domains].map((name) => ({ name })),
  });
  const text = (glob: string): string => `${head()}domains: []\nignore: ${JSON.stringify({ domains: [glob] })}\n`;

  it.each([
    ["pr-7.preview.example.com", "pr-*.preview.example.com."],
    ["PR-7.Preview.Example.com.", "pr-*.preview.example.com"],
    ["pr-7.preview.example.com.", "PR-*.PREVIEW.EXAMPLE.COM."],
    ["pr-7.preview.example.com", "pr-*.preview\u3002example\uFF0Ecom\uFF61"],
    ["pr-7.preview.example.com", "{a,pr-7}.{preview,x}.example.com."],
    ["pr-7.xn--bcher-kva.example", "pr-*.bücher.example"],
    ["pr-7.xn--bcher-kva.example", "pr-*.BÜCHER.example."],
    ["pr-7.xn--bcher-kva.example", "pr-?.bu\u0308cher.example"],
    ["pr-7.bücher.example", "pr-*.xn--bcher-kva.example."],
    ["PR-7.BÜCHER.example.", "pr-*.b?cher.example"],
    ["pré-7.example.com", "*é*.example.com"],
    ["pr-7.example.com", "pr-*.ｅxample.ｃｏm"],
    ["pr-7.example.com", "pr-*.\u200Bexample.com"],
  ])("keeps %s, whatever the spelling of either: %s", async (name, glob) => {
    await using world = await startWith({ "site.yaml": text(glob) }, { seed: { projects: [project(name)] } });
    const report = await world.run("apply", { prune: ["domains"] });
    expect(report.problems).toEqual([]);
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/old.example.com"]);
  });

  it.each([
    ["is spelled wrong", "pr-*.preveiw.example.com"],
    ["is of a part of the name", "preview.example.com"],
    ["is of a URL", "*//pr-*.preview.example.com"],
    ["has another sign", "pr-*.preview.example.com\u00D7"],
  ])("that matches nothing is a warning where the run prunes: %s", async (_what, glob) => {
    const seed = { projects: [project("pr-7.preview.example.com")] };
    await using world = await startWith({ "site.yaml": text(glob) }, { seed });
    expect((await world.run("plan")).problems).toEqual([]);
    for (const prune of [["domains"], ["all"]] as const)
      expect((await world.run("plan", { prune })).problems).toMatchObject([
        { level: "warning", path: "ignore.domains[0]", line: 6, message: expect.stringContaining("matches no live") },
      ]);
    expect((await world.run("plan", { prune: ["components"] })).problems).toEqual([]);
    await world.write({ "site.yaml": text(glob).replace("domains: []\n", "") });
    expect((await world.run("plan", { prune: ["all"] })).problems).toEqual([]);
    await world.write({
      "site.yaml": text(glob).replace("site\n", "site\n  absent: true\n").replace("domains: []\n", ""),
    });
    expect((await world.run("plan", { prune: ["all"] })).problems).toHaveLength(1);
  });

  it.each(["meta-capi", "edgee/meta-capi@2", "/edgee/meta-capi"])(
    "of components keeps one whose name has another form: %s",
    async (shown) => {
      const components = [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "t" } }];
      await using world = await startWith(
        { "site.yaml": `${head()}components: {}\nignore: { components: [edgee/meta-capi] }\n` },
        {
          seed: { projects: [{ organization_id: "org_1", slug: "site", components }] },
          between: between(records("project_component", (record) => ({ ...record, component_slug: shown }))),
        },
      );
      const report = await world.run("apply", { prune: ["all"] });
      expect(report.plan?.items.filter(({ kind }) => kind === "component")).toMatchObject([
        {
          action: "blocked",
          reason: "It stays, because its name has another form, and may be one that the file ignores.",
        },
      ]);
      expect(world.writes()).toEqual([]);
    },
  );

  it("that matches nothing is a warning for components too, and none for a new project", async () => {
    const files = { "site.yaml": `${head()}components: {}\nignore: { components: [edgee/metacapi, EDGEE/META*] }\n` };
    await using world = await startWith(files, { seed: SEED });
    const { problems } = await world.run("plan", { prune: ["all"] });
    expect(problems).toMatchObject([{ level: "warning", path: "ignore.components[0]" }]);
    await world.write({ "site.yaml": files["site.yaml"].replace("slug: site", "slug: new") });
    expect((await world.run("plan", { prune: ["all"] })).problems).toEqual([]);
  });

  it("of all host names is refused in every spelling", async () => {
    await using world = await startWith({ "site.yaml": text("*.") }, { seed: SEED });
    expect(await world.run("plan")).toMatchObject({ result: "invalid", problems: [{ path: "ignore.domains[0]" }] });
  });
});

it("`only` takes a host name in any spelling", async () => {
  const seed = { projects: [{ organization_id: "org_1", slug: "site", domains: [{ name: "xn--bcher-kva.example" }] }] };
  await using world = await startWith({ "site.yaml": `${head()}domains: []\n` }, { seed });
  for (const pattern of ["org_1/site/bücher.example", "org_1/site/BÜCHER.example.", "*.bücher.example.", "*bücher*"]) {
    const { plan } = await world.run("plan", { only: [pattern], prune: ["domains"] });
    expect([pattern, plan?.counts.delete]).toEqual([pattern, pattern.startsWith("*.") ? 0 : 1]);
  }
});
