import { expect, it } from "vitest";
import { changesOf, itemOf, startWorld } from "../world.ts";

const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const project = (slug: string, domains: string[] = []) => ({
  id: `prj_${slug}`,
  organization_id: "org_1",
  slug,
  type: "proxy" as const,
  domains: domains.map((name) => ({ name })),
});
const LETS_GO = "domains:\n  - { name: www.example.com, absent: true }\n";

it("moves a name between covered projects, whatever a file that is left out may declare", async () => {
  await using world = await startWorld({
    seed: { projects: [project("a", ["www.example.com"]), project("b"), project("c")] },
  });
  await world.write({
    "a.yaml": file("a", LETS_GO),
    "b.yaml": file("b", "domains: [www.example.com]\n"),
    "c.yaml": file("c", "domains: [{ env: UNSET }]\n"),
  });
  const report = await world.run("apply", { only: ["org_1/a", "org_1/b"] });
  expect(changesOf(report)).toEqual(["move domain org_1/b/www.example.com"]);
  expect(report).toMatchObject({ result: "applied", plan: { counts: { blocked: 0 } } });
});

it("keeps a name where it is released if its arrival is blocked by another project that has it", async () => {
  await using world = await startWorld({
    seed: { projects: [project("a", ["www.example.com"]), project("b"), project("c", ["www.example.com"])] },
    faults: { service: { duplicateDomains: true } },
  });
  await world.write({
    "a.yaml": file("a", LETS_GO),
    "b.yaml": file("b", "domains: [www.example.com]\n"),
    "c.yaml": file("c", LETS_GO),
  });
  const report = await world.run("apply", { only: ["org_1/a", "org_1/b"] });
  expect(itemOf(report, "org_1/a/www.example.com").reason).toContain("stays attached");
  expect(world.writes()).toEqual([]);
});
