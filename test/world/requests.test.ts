import { expect, it } from "vitest";
import { catalogue, projectFile, type SceneKind } from "../../bench/scene.ts";
import { openWorld } from "./open-world.ts";

const PROJECTS = 100;
const CONCURRENCY = 10;

/** Upper limits. Lower one when a change lowers the number. */
const LIMITS = { apply: 1_309, unchanged: 206, destroy: 1_603 };

it("100 projects without settings, with 5 components and 5 domains each, take no more requests than known", async () => {
  const world = openWorld({ seed: { catalogue } });
  const requestsOf = async (kind: SceneKind): Promise<readonly [result: string, requests: number]> => {
    const files = Array.from({ length: PROJECTS }, (_, index) => [`site-${index}.yaml`, projectFile(index, kind)]);
    const options = { mode: "apply", maxDeletes: 10_000, prune: ["all"] } as const;
    const { result } = await world.run(options, Object.fromEntries(files), CONCURRENCY);
    return [result, world.service.takeSeen().length];
  };
  const [applied, apply] = await requestsOf("declared");
  expect(world.service.truth().size).toBe(PROJECTS * 11);
  const [again, unchanged] = await requestsOf("declared");
  const [destroyed, destroy] = await requestsOf("absent");
  expect(world.service.truth().size).toBe(0);
  expect([applied, again, destroyed]).toEqual(["applied", "no-changes", "applied"]);
  expect(apply).toBeLessThanOrEqual(LIMITS.apply);
  expect(unchanged).toBeLessThanOrEqual(LIMITS.unchanged);
  expect(destroy).toBeLessThanOrEqual(LIMITS.destroy);
}, 60_000);

it("many writes in one project wait for one read of it", async () => {
  const world = openWorld({ seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] } });
  const names = Array.from({ length: 20 }, (_, index) => `host-${index}.example.com`);
  const text = `version: 1\nproject: { organization_id: org_1, slug: site }\ndomains: [${names.join(", ")}]\n`;
  expect((await world.run({ mode: "apply" }, { "site.yaml": text })).applied?.counts.done).toBe(20);
  const seen = world.service.takeSeen();
  expect(seen.filter(({ method, path }) => method === "GET" && path === "/v1/projects/prj_1")).toHaveLength(1);
});
