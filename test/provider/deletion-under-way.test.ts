import { expect, it } from "vitest";
import { fail, ga4, made, nextUpdate, open, seed, site, www } from "./provider.ts";

/* Two resources exchange their keys, and the old objects go first (`deleteBeforeReplace`): Pulumi does both at the same time. */

it.each(["project", "component", "domain"] as const)(
  "a create does not adopt a %s while another resource deletes it",
  async (kind) => {
    await using scene = await open({ seed: kind === "project" ? { organizations: ["org_1"] } : seed });
    const inputs = { ...{ project: site, component: ga4, domain: www }[kind], ifExists: "adopt" };
    const id = { project: "prj_1", component: "prj_1/pc_1", domain: "prj_1/www.example.com" }[kind];
    const state = await made(scene[kind], inputs);
    const later = await nextUpdate(scene);
    // It is answered after six seconds.
    fail(scene, "DELETE", { kind: "answer", status: 503, headers: { "retry-after": "2" } }, { times: 3 });
    const [, created] = await Promise.all([later[kind].delete(id, state), later[kind].create(inputs)]);
    const [project] = scene.emulator.state();
    const live = {
      project: scene.emulator.state().map((each) => each.project.id),
      component: project?.components.map((each) => `prj_1/${each.id}`),
      domain: project?.domains.map((each) => `prj_1/${each.name}`),
    }[kind];
    expect(live).toEqual([created.id]);
  },
);
