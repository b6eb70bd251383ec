import { expect, it } from "vitest";
import { createPlanner } from "../../core/plan/planner.ts";
import { listsIn, projectsPart } from "../../core/reconcile/snapshot.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import type { Content } from "../plan/generated/draw-files.ts";
import { load } from "../plan/generated/plan-scene.ts";
import { openWorld } from "./open-world.ts";

/* Each of many writes in a project plans it again, after reads that seldom show anything new. */

const NAME = "www.example.com";
const SITE = { id: "prj_1", organization_id: "org_1", slug: "site", domains: [{ name: NAME }] };
const FILE: Content = {
  version: 1,
  project: { organization_id: "org_1", slug: "site", description: "x" },
  domains: [],
};

it("a project is planned again only if a read shows something else", async () => {
  const world = openWorld({ seed: { projects: [SITE] } });
  const client = world.connect();
  const observer = createObserver(client);
  const planner = createPlanner(await load([FILE]), client.origin, { prune: ["domains"] });
  const plan = () => observer.plan((snapshot) => planner.project("org_1/site", snapshot, () => false));
  const first = await plan();
  expect(first?.children.map(({ item }) => item.action)).toEqual(["delete"]);
  const began = observer.snapshot.domains.get("prj_1")?.at ?? 0;
  await client.pause(1_000, "for the test");
  await observer.read([projectsPart("org_1"), ...listsIn("prj_1")]);
  expect(observer.snapshot.domains.get("prj_1")?.at).toBeGreaterThan(began);
  expect(await plan()).toBe(first);
  await client.domains.delete("prj_1", NAME);
  await observer.read(listsIn("prj_1"));
  expect((await plan())?.children).toEqual([]);
});
