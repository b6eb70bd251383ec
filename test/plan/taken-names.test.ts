import { describe, expect, it } from "vitest";
import { itemOf, startWorld, type World } from "../sync/world.ts";

/* Plans that say more than the files do: who has a host name, and how old an object is that is to be deleted. */

const HEAD = "version: 1\nproject:\n  organization_id: org_1\n  slug: ";
const WWW = "www.example.com";

function startWith(others: number): Promise<World> {
  const projects = Array.from({ length: others }, (_, index) => ({
    id: `p${String(index).padStart(3, "0")}`,
    organization_id: "org_1",
    slug: `old-${index}`,
    domains: index === others - 1 ? [{ name: WWW }] : [],
  }));
  return startWorld({ seed: { projects } });
}

describe("a host name of another project", () => {
  it("is told in the plan, with the slug that a renamed project had", async () => {
    await using world = await startWith(3);
    await world.write({ "new.yaml": `${HEAD}new\ndomains: [${WWW}, free.example.com]\n` });
    const report = await world.run("plan");
    expect(itemOf(report, "org_1/new").notes).toEqual([
      "old-2 has host names of it. If that is the same project, add `previous_slug: old-2`.",
    ]);
    expect(itemOf(report, `org_1/new/${WWW}`).notes).toEqual([
      "It is attached to project old-2 (p002), so the service may refuse it. To move it, plan both projects together.",
    ]);
    expect(itemOf(report, "org_1/new/free.example.com").notes).toEqual([]);
  });

  it("is searched in at most 100 projects, each list once, and the plan says where that is not all", async () => {
    await using world = await startWith(101);
    await world.write({
      "a.yaml": `${HEAD}a\ndomains: [a.example.com]\n`,
      "b.yaml": `${HEAD}b\ndomains: [${WWW}]\n`,
    });
    const report = await world.run("plan");
    const lists = world.requests().filter(({ path }) => path.endsWith("/domains"));
    expect(lists).toHaveLength(100);
    const unchecked = "It was not checked in each project of the organization whether it is taken.";
    expect(itemOf(report, "org_1/a/a.example.com").notes).toEqual([unchecked]);
    expect(itemOf(report, `org_1/b/${WWW}`).notes).toEqual([unchecked]);
  });

  it("is not searched if nothing is attached", async () => {
    await using world = await startWith(3);
    await world.write({ "old.yaml": `${HEAD}old-2\ndomains: [${WWW}]\n`, "new.yaml": `${HEAD}new\n` });
    await world.run("plan");
    expect(world.requests().filter(({ path }) => path.endsWith("/domains"))).toHaveLength(1);
  });

  it("is not searched with `only`, and the plan says so", async () => {
    await using world = await startWith(3);
    await world.write({ "new.yaml": `${HEAD}new\ndomains: [${WWW}]\n` });
    const report = await world.run("plan", { only: ["org_1/new"] });
    expect(world.requests().map(({ path }) => path)).toEqual(["/v1/projects"]);
    expect(itemOf(report, `org_1/new/${WWW}`).notes).toEqual([
      "It was not checked in each project of the organization whether it is taken.",
    ]);
  });
});

it("an object that is to be deleted has the day on which it was created", async () => {
  await using world = await startWith(1);
  await world.write({ "a.yaml": `${HEAD}old-0\n  absent: true\ndomains: []\n` });
  const report = await world.run("plan", { prune: ["all"] });
  const day = /^It was created on \d{4}-\d\d-\d\d\.$/;
  for (const key of ["org_1/old-0", `org_1/old-0/${WWW}`])
    expect(itemOf(report, key)).toMatchObject({ action: "delete", notes: [expect.stringMatching(day)] });
});

it("a token that sees no project is said where one is declared absent, too", async () => {
  await using world = await startWith(0);
  await world.write({ "a.yaml": `${HEAD}a\n  absent: true\n` });
  const { problems } = await world.run("plan");
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("this token sees no project")]);
});

it("a token that sees no project is one warning, whatever the number of files is", async () => {
  await using world = await startWith(0);
  await world.write({ "a.yaml": `${HEAD}a\n`, "b.yaml": `${HEAD}b\n` });
  const { problems } = await world.run("plan");
  expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    "a.yaml: this token sees no project; unless there is none yet, correct the organization's id or use another token",
  ]);
});
