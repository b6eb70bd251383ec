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

  it("is moved from one, and stays unmanaged in the other, if neither lists it", async () => {
    await using world = await startWorld(options);
    await world.write({
      "new.yaml": file("new", TAKES),
      // By the names of the projects, not of the files.
      "1.yaml": file("old", "domains: []\n"),
      "2.yaml": file("also", "domains: []\n"),
    });
    const report = await world.run("apply");
    expect(changesOf(report)).toEqual(["move domain org_1/new/www.example.com"]);
    expect(itemOf(report, "org_1/old/www.example.com").action).toBe("unmanaged");
  });

  it("stays where it is released if its arrival is blocked by another project that has it, which `only` leaves out", async () => {
    await using world = await startWorld(options);
    await world.write({
      "old.yaml": file("old", LETS_GO),
      "new.yaml": file("new", TAKES),
      "also.yaml": file("also", LETS_GO),
    });
    const report = await world.run("apply", { only: ["org_1/old", "org_1/new"] });
    expect(itemOf(report, "org_1/old/www.example.com").reason).toContain("stays attached");
    expect(world.writes()).toEqual([]);
  });

  it("is moved from one and detached from the other if both release it", async () => {
    await using world = await startWorld(options);
    await world.write({
      "new.yaml": file("new", TAKES),
      "old.yaml": file("old", LETS_GO),
      "also.yaml": file("also", LETS_GO),
    });
    expect(changesOf(await world.run("apply")).toSorted()).toEqual([
      expect.stringContaining("delete domain"),
      "move domain org_1/new/www.example.com",
    ]);
    expect((await world.run("plan")).result).toBe("no-changes");
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

  it("moves if that project's file has a section that does not list it", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({ "new.yaml": file("new", TAKES), "old.yaml": file("old", "domains: []\n") });
    expect(changesOf(await world.run("plan"))).toEqual(["move domain org_1/new/www.example.com"]);
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_2/domains",
    ]);
    expect((await world.run("plan")).result).toBe("no-changes");
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

  it("is blocked if that project is blocked", async () => {
    await using world = await startWorld({ seed: SEED });
    await world.write({
      "new.yaml": file("new", TAKES),
      "old.yaml": file("old", "  previous_slug: older\ndomains: []\n"),
      "twin.yaml": file("older", "  previous_slug: old\ndomains: []\n"),
    });
    expect(itemOf(await world.run("plan"), "org_1/new/www.example.com").reason).toBe(
      "www.example.com is attached to org_1/old, which is blocked.",
    );
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

  it("stays where it is if the project that it should move to cannot be created", async () => {
    await using world = await startWorld({ seed: { organizations: ["org_1"], projects: SEED.projects.slice(0, 1) } });
    await world.write({ "new.yaml": file("new", TAKES).replace("org_1", "org_2"), "old.yaml": file("old", LETS_GO) });
    const report = await world.run("apply");
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 1, unknown: 0, "not-started": 1 });
    expect(world.writes()).toEqual(["POST /v1/projects"]);
  });
});
