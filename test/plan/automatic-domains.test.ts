import { describe, expect, it } from "vitest";
import { parseHostPattern } from "../../sync/run/sweep.ts";
import { changesOf, itemOf, startWith } from "../sync/world.ts";
import { site, startExportWorld } from "../sync/export/export-world.ts";

const head = (slug = "site"): string => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n`;
const OWN = "prj-1.edgee.app";
const seedWith = (...names: readonly string[]) => ({
  projects: [{ id: "prj-1", organization_id: "org_1", slug: "site", domains: names.map((name) => ({ name })) }],
});

describe("the automatic host name of a project", () => {
  it.each([OWN, "PRJ-1.Edgee.App."])("is neither unmanaged nor pruned: %s", async (name) => {
    await using world = await startWith({ "site.yaml": `${head()}domains: []\n` }, { seed: seedWith(name) });
    const report = await world.run("apply", { prune: ["all"] });
    expect(report).toMatchObject({ result: "no-changes", plan: { counts: { unmanaged: 0 } } });
    expect(world.writes()).toEqual([]);
  });

  it.each(["prj-2.edgee.app", "www.prj-1.edgee.app", "prj-1.edgee.app.example.com"])(
    "is exactly the project's own: %s is pruned",
    async (name) => {
      await using world = await startWith({ "site.yaml": `${head()}domains: []\n` }, { seed: seedWith(name) });
      expect(changesOf(await world.run("plan", { prune: ["all"] }))).toEqual([`delete domain org_1/site/${name}`]);
    },
  );

  it("is not in the way of its project's deletion, and is not deleted alone", async () => {
    const files = { "site.yaml": `${head()}  absent: true\n` };
    await using world = await startWith(files, { seed: seedWith(OWN) });
    expect(await world.run("apply")).toMatchObject({ result: "applied" });
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj-1"]);
  });

  it("is left by a sweep of what it matches", async () => {
    await using world = await startWith(
      { "site.yaml": `${head()}domains: []\n` },
      { seed: seedWith(OWN, "prj-2.edgee.app") },
    );
    const asked: number[] = [];
    const judge = async (numbers: readonly number[]) => {
      asked.push(...numbers);
      return new Map(numbers.map((number) => [number, { action: "delete" as const, reason: "It is over." }]));
    };
    const numberIn = parseHostPattern("p", "prj-{number}.edgee.app");
    expect(await world.run("sweep", { sweep: { numberIn, judge, isDryRun: false } })).toMatchObject({
      result: "applied",
    });
    expect(asked).toEqual([2]);
    expect(world.writes()).toEqual(["DELETE /v1/projects/prj-1/domains/prj-2.edgee.app"]);
  });

  it("is not exported", async () => {
    const domains = [{ name: "www.example.com" }];
    await using exporting = await startExportWorld({ seed: site({ domains }), habits: { automaticHostName: "fixed" } });
    const exported = await exporting.export();
    expect(exported.projects).toMatchObject([{ data: { domains: ["www.example.com"] } }]);
    expect(JSON.stringify(exported)).not.toContain("edgee.app");
  });

  it("is honoured if a file declares it", async () => {
    const line = (rest: string) => ({ "site.yaml": `${head()}domains: [${rest}]\n` });
    await using world = await startWith(line(OWN), { seed: seedWith(OWN) });
    expect(itemOf(await world.run("plan"), `org_1/site/${OWN}`)).toMatchObject({ action: "unchanged" });
    await world.write(line(`{ name: ${OWN}, absent: true }`));
    expect(changesOf(await world.run("plan"))).toEqual([`delete domain org_1/site/${OWN}`]);
  });
});
