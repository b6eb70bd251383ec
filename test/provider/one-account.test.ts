import { beforeEach, expect, it, vi } from "vitest";
import { ask } from "../ask.ts";
import { code, failureOf, open, refusing, requests, seed, site, SITE, www } from "./provider.ts";

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

it("a new project with a twin, whose settings had no answer: two exist, with their ids", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"], projects: [] } });
  scene.emulator.setFaults({
    service: { duplicateSlugs: true, staleListsMs: 3_000 },
    faults: [{ method: "POST", path: "/v1/projects/prj_2", times: "always", fault: { kind: "reset", when: "before" } }],
  });
  // The list does not show it yet.
  await ask(scene.emulator, "POST /v1/projects", { ...SITE, type: "proxy" });
  const failure = await failureOf(scene.project.create({ ...site, forceHttps: true }));
  expect(failure.message).toContain("exists 2 times: prj_1, prj_2");
  expect(failure.message).not.toContain("renamed");
});

it("a service that answers creates without a body: the project is not read again for each object in it", async () => {
  await using scene = await open({ seed, habits: { answers: { create: "none" } } });
  for (const n of [1, 2, 3, 4, 5]) await scene.domain.create({ ...www, name: `w${n}.example.com` });
  expect(requests(scene.emulator).filter((each) => each === "GET /v1/projects/prj_1")).toHaveLength(1);
});

it("a lookup of a component does not hide its open settings in the messages about other resources", async () => {
  const component = {
    component_slug: "edgee/warehouse-export",
    settings: { dataset: "attached", service_key: "canary-key" },
  };
  await using scene = await open({ seed: { projects: [{ ...SITE, components: [component] }] } });
  await scene.component.read("prj_1/pc_1", code);
  scene.emulator.setFaults(refusing("POST", "/v1/projects/*/domains", 409, "Domain is already attached."));
  const failure = await failureOf(scene.domain.create(www));
  expect(failure.message).toContain("Domain is already attached");
});
