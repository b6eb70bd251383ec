import { describe, expect, it } from "vitest";
import { changesOf, itemOf, startWorld } from "../world.ts";

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const SEED = {
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "old",
      type: "proxy" as const,
      domains: [{ name: "www.example.com" }],
    },
    { id: "prj_2", organization_id: "org_1", slug: "new", type: "proxy" as const },
  ],
};
const LETS_GO = "domains:\n  - { name: www.example.com, absent: true }\n";
const TAKES = "domains: [www.example.com]\n";

describe("a domain that two other projects have, which some services allow", () => {
  const third = { id: "prj_3", organization_id: "org_1", slug: "also", domains: [{ name: "www.example.com" }] };
  const options = {
    seed: { projects: [...SEED.projects, third] },
    faults: { service: { duplicateDomains: true } },
  };

  it.each(["old", "also"])("is blocked while one of them keeps it (%s releases it)", async (slug) => {
    await using world = await startWorld(options);
    const keeper = slug === "old" ? "also" : "old";
    await world.write({
      "new.yaml": file("new", TAKES),
      "goes.yaml": file(slug, LETS_GO),
      "keeps.yaml": file(keeper, ""),
    });
    const report = await world.run("apply");
    expect(itemOf(report, "org_1/new/www.example.com")).toMatchObject({ action: "blocked" });
    expect(world.writes()).not.toContain("POST /v1/projects/prj_2/domains");
  });
});

describe("a domain that another project of the run has", () => {
  it("moves if that project's file releases it", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": file("old", LETS_GO) });
    const report = await world.run("apply");
    expect(report.result).toBe("applied");
    expect(changesOf(report)).toEqual(["move domain org_1/new/www.example.com"]);
    expect(report.plan?.counts.delete).toBe(0);
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_2/domains",
    ]);
    expect((await world.run("apply")).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });

  it("moves if prune covers domains, even to a project that is created in the same run", async () => {
    await using world = await startWorld({ seed: { projects: SEED.projects.slice(0, 1) } });
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": file("old", "domains: []\n") });
    const report = await world.run("apply", { prune: ["domains"] });
    expect(changesOf(report)).toEqual(["create project org_1/new", "move domain org_1/new/www.example.com"]);
    expect(report.result).toBe("applied");
  });

  it("is blocked, with its owner, if that project's file does not release it", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": file("old", "") });
    const report = await world.run("apply");
    expect(report.result).toBe("blocked");
    expect(itemOf(report, "org_1/new/www.example.com").reason).toBe(
      "www.example.com is attached to org_1/old, whose file has no `domains` section. To move it, add one that does not list it, in the same run.",
    );
    expect(world.writes()).toEqual([]);
  });

  it("is blocked if a host name in that project's file is not known, because it may be this one", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": file("old", "domains: [{ env: NOT_SET }]\n") });
    expect(itemOf(await world.run("plan"), "org_1/new/www.example.com")).toMatchObject({
      action: "blocked",
      reason:
        "www.example.com is attached to org_1/old, where it stays, because a host name in old.yaml is not known: set its variable.",
    });
  });

  it.each(["", ", protect: true"])("is in no two files, whatever they protect%s", async (protect) => {
    await using world = await startWorld({ seed: SEED });
    await world.write({
      "new.yaml": file("new", TAKES),
      "old.yaml": file("old", `domains: [{ name: www.example.com${protect} }]\n`),
    });
    const report = await world.run("apply");
    expect(report.result).toBe("invalid");
    expect(report.problems[0]?.message).toBe(
      "www.example.com is already declared at new.yaml:5:11; a domain belongs to one project. To move it, remove it from the file of the project that it leaves.",
    );
    expect(world.writes()).toEqual([]);
  });
});
