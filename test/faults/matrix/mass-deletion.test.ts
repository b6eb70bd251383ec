import { describe, expect, it } from "vitest";
import { converges } from "./findings.ts";
import { open } from "./scene.ts";
import { DOMAINS, file, PROJECTS } from "./subjects.ts";

const hosts = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `host-${index}.example.com` }));
const withHosts = (count: number) => ({
  projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", domains: hosts(count) }],
});
const EMPTIED = file("site", "domains: []\n");
const prune = ["domains"] as const;

describe("a mass deletion is refused before the first write, and the plan says so already", () => {
  it("six host names that a file no longer lists", async () => {
    await using scene = await open({ seed: withHosts(6) });
    for (const mode of ["plan", "apply"] as const) {
      const report = await scene.run(EMPTIED, { mode, prune });
      expect(report.result).toBe("refused");
      expect(report.plan?.guards).toEqual([
        {
          guard: "max-deletes",
          passed: false,
          message: expect.stringMatching(/^Refused: 6 deletions exceed the limit of 5\./),
        },
      ]);
      expect(report.applied).toBeUndefined();
    }
    expect(scene.writes()).toEqual([]);
  });

  it("with everything else in the run, also what is no deletion and what is in other files", async () => {
    await using scene = await open({ seed: withHosts(6) });
    const files = { "a.yaml": EMPTIED, "b.yaml": file("new", "domains: [new.example.com]\n") };
    expect((await scene.run(files, { prune })).result).toBe("refused");
    expect(scene.writes()).toEqual([]);
  });

  it("a project with five things in it counts as six", async () => {
    await using scene = await open({ seed: withHosts(5) });
    const report = await scene.run(file("site", "  absent: true\n"), { prune: ["all"] });
    expect(report.result).toBe("refused");
    expect(report.plan?.guards[0]?.message).toContain("6 deletions");
    expect(scene.writes()).toEqual([]);
  });

  it("and so do five names that are marked as absent and one project", async () => {
    await using scene = await open({ seed: withHosts(5) });
    const absent = hosts(5).map(({ name }) => `  - { name: ${name}, absent: true }\n`);
    const report = await scene.run(file("site", `  absent: true\ndomains:\n${absent.join("")}`));
    expect(report.result).toBe("refused");
    expect(scene.writes()).toEqual([]);
  });
});

describe("a mass deletion is done where the limit is raised to it, and up to the limit anyway", () => {
  it("six with max-deletes 6", async () => {
    await using scene = await open({ seed: withHosts(6) });
    const report = await scene.run(EMPTIED, { prune, maxDeletes: 6 });
    expect(report.result).toBe("applied");
    expect(scene.writes().toSorted()).toEqual(hosts(6).map(({ name }) => `DELETE ${DOMAINS}/${name}`));
    await converges(scene, EMPTIED, { prune });
  });

  it("five without", async () => {
    await using scene = await open({ seed: withHosts(5) });
    expect((await scene.run(EMPTIED, { prune })).result).toBe("applied");
    expect(scene.writes()).toHaveLength(5);
  });

  it("none with max-deletes 0", async () => {
    await using scene = await open({ seed: withHosts(1) });
    expect((await scene.run(EMPTIED, { prune, maxDeletes: 0 })).result).toBe("refused");
    expect(scene.writes()).toEqual([]);
  });
});

describe("nothing that a file merely does not list is deleted", () => {
  it("without prune", async () => {
    await using scene = await open({ seed: withHosts(6) });
    const report = await scene.run(EMPTIED);
    expect(report.result).toBe("no-changes");
    expect(report.plan?.counts).toMatchObject({ unmanaged: 6, delete: 0 });
    expect(scene.writes()).toEqual([]);
  });

  it("not even a project with prune all", async () => {
    await using scene = await open();
    expect((await scene.run(file("site"), { prune: ["all"] })).result).toBe("no-changes");
    expect(scene.seen()).toEqual([`GET ${PROJECTS}`]);
  });
});
