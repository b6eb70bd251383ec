import { expect, it } from "vitest";
import { liveProject } from "../../live-project.ts";
import { changesOf, itemOf, startWorld } from "../world.ts";

/* Host names that move, where `only` leaves out a side of it. */

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;

it("`only` with a project that is deleted, and that a host name would leave: the project is blocked too, and nothing is written", async () => {
  await using world = await startWorld({
    seed: { projects: [liveProject("a", ["www.example.com"]), liveProject("b")] },
  });
  await world.write({
    "a.yaml": file("a", "  absent: true\n"),
    "b.yaml": file("b", "domains: [www.example.com]\n"),
  });
  const report = await world.run("apply", { prune: ["all"], only: ["org_1/a"] });
  expect(report.result).toBe("blocked");
  expect(itemOf(report, "org_1/a").action).toBe("blocked");
  expect(world.writes()).toEqual([]);
});

it("moves a name between covered projects, whatever a file that is left out may declare", async () => {
  await using world = await startWorld({
    seed: { projects: [liveProject("a", ["www.example.com"]), liveProject("b"), liveProject("c")] },
  });
  await world.write({
    "a.yaml": file("a", "domains:\n  - { name: www.example.com, absent: true }\n"),
    "b.yaml": file("b", "domains: [www.example.com]\n"),
    "c.yaml": file("c", "domains: [{ env: UNSET }]\n"),
  });
  const report = await world.run("apply", { only: ["org_1/a", "org_1/b"] });
  expect(changesOf(report)).toEqual(["move domain org_1/b/www.example.com"]);
  expect(report).toMatchObject({ result: "applied", plan: { counts: { blocked: 0 } } });
});

it("knows of a project that is left out as long as it would release a declared name, whether that name has arrived or not", async () => {
  await using world = await startWorld({
    seed: { projects: [liveProject("a"), liveProject("b", ["taken.example.com"])] },
  });
  await world.write({
    "a.yaml": file("a", "domains: [new.example.com, taken.example.com]\n"),
    "b.yaml": file("b", "domains:\n  - { name: new.example.com, absent: true }\n"),
  });
  const only = { only: ["org_1/a"] };
  expect(changesOf(await world.run("apply", only))).toEqual([
    "create domain org_1/a/new.example.com",
    "blocked domain org_1/a/taken.example.com",
  ]);
  expect(changesOf(await world.run("plan", only))).toEqual(["blocked domain org_1/a/taken.example.com"]);
});

it("takes no name from a project that is to be deleted, and whose file has no `domains` section, although `only` leaves the project out", async () => {
  await using world = await startWorld({
    seed: { projects: [liveProject("a", ["www.example.com"]), liveProject("b")] },
  });
  await world.write({
    "a.yaml": file("a", "  absent: true\n"),
    "b.yaml": file("b", "domains: [www.example.com]\n"),
  });
  const report = await world.run("apply", { only: ["org_1/b", "*.example.com"] });
  expect(itemOf(report, "org_1/b/www.example.com")).toMatchObject({
    action: "blocked",
    reason: expect.stringContaining("whose file has no `domains` section"),
  });
  expect(world.writes()).toEqual([]);
});
