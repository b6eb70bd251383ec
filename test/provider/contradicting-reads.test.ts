import { expect, it } from "vitest";
import { profiles } from "../../emulator/profile/profiles.ts";
import { ask } from "../ask.ts";
import { code, fail, failureOf, ga4, made, nextUpdate, open, passTime, seed, site, www } from "./provider.ts";

/* Two reads say different things: a list lags, or a read by id does. Nothing is doubled, forgotten or believed on the word of one of them. */

const NOT_FOUND = { kind: "answer", status: 404, body: { error: { type: "not_found_error", message: "no" } } } as const;
const FORBIDDEN = { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "no" } } } as const;

it("what the list shows and a late read does not is not created again", async () => {
  await using scene = await open({
    habits: { late: { readsMs: 1_500 }, duplicateSlugs: true, duplicateComponents: true },
    seed,
  });
  await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
  await ask(scene.emulator, "POST /v1/projects/prj_1/components", {
    component_slug: "edgee/ga4",
    settings: { measurement_id: "G-0" },
  });
  for (const ifExists of [undefined, "adopt"]) {
    await failureOf(scene.project.create({ ...site, slug: "other", ifExists }));
    await failureOf(scene.component.create({ ...ga4, ifExists }));
  }
  expect(scene.emulator.state().map(({ project }) => project.slug)).toEqual(["site", "other"]);
  expect(scene.emulator.state()[0]?.components).toHaveLength(1);
});

it("a create is refused while the list shows its object, and no read by id finds it", async () => {
  await using scene = await open({ habits: { duplicateSlugs: true }, seed });
  fail(scene, "GET /v1/projects/prj_1", NOT_FOUND);
  const { message } = await failureOf(scene.project.create({ ...site, ifExists: "adopt" }));
  expect(message).toContain("is prj_1 in the list, and the service does not find it by its id");
  expect(scene.emulator.state()).toHaveLength(1);
});

const IDS = { component: "prj_1/pc_1", domain: "prj_1/www.example.com" };

it.each(["component", "domain"] as const)(
  "a deletion that is not found, of a %s that reads show, is no success",
  async (kind) => {
    await using scene = await open({ seed });
    const state = await made(scene[kind], kind === "component" ? ga4 : www);
    fail(scene, "DELETE", NOT_FOUND);
    const { message } = await failureOf((await nextUpdate(scene))[kind].delete(IDS[kind], state));
    expect(message).toContain("is not deleted: the service does not find it, and shows it.");
  },
);

it.each(["component", "domain", "project"] as const)(
  "a %s is deleted, though the answer is lost and reads are late",
  async (kind) => {
    await using scene = await open({
      seed: kind === "project" ? { organizations: ["org_1"] } : seed,
      habits: profiles.late,
    });
    const state = await made(scene[kind], { project: site, component: ga4, domain: www }[kind]);
    await passTime(scene, 20_000);
    const later = await nextUpdate(scene);
    fail(scene, "DELETE", { kind: "reset", when: "after" }, {});
    await expect(later[kind].delete({ ...IDS, project: "prj_1" }[kind], state)).resolves.toBeUndefined();
  },
);

it("a project that its list shows is not taken to be gone", async () => {
  await using scene = await open({ seed: {}, habits: { lists: { fields: "ids" } } });
  const state = await made(scene.project, { ...site, description: "shop" });
  for (const operation of ["delete", "read"] as const) {
    const later = await nextUpdate(scene);
    fail(scene, "GET /v1/projects/prj_1", NOT_FOUND);
    const { message } = await failureOf(Promise.resolve(later.project[operation]("prj_1", state)));
    expect(message).toContain("the list shows project prj_1");
  }
});

it("a component is not taken to be gone where its list is not found, and its project is", async () => {
  await using scene = await open({ seed });
  const state = await made(scene.component, ga4);
  await passTime(scene, 20_000);
  const later = await nextUpdate(scene);
  const paths = ["/v1/projects/prj_1/components/pc_1", "/v1/projects/prj_1/components"];
  scene.emulator.setFaults({
    faults: paths.map((path) => ({ method: "GET", path, times: "always", fault: NOT_FOUND })),
  });
  const { message } = await failureOf(later.component.read("prj_1/pc_1", state));
  expect(message).toContain("the list shows project prj_1");
});

it("a refresh reads by its id what a list shows otherwise, or without its outputs", async () => {
  await using scene = await open({ habits: { staleListsMs: 4_000, lists: { fields: "ids" } }, seed: {} });
  const before = await made(scene.project, { ...site, description: "old" });
  const domain = await made(scene.domain, www);
  await passTime(scene, 20_000);
  const { outs } = await (await nextUpdate(scene)).project.update("prj_1", before, { ...site, description: "new" });
  const refresh = await nextUpdate(scene);
  expect((await refresh.project.read("prj_1", { ...code, ...outs })).props).toMatchObject({ description: "new" });
  expect({ ...code, ...(await refresh.domain.read("prj_1/www.example.com", domain)).props }).toEqual(domain);
});

it("settings that were refused are not in the state, although no read shows the project", async () => {
  await using scene = await open({ seed: {} });
  const inputs = { ...site, passwordProtection: true };
  scene.emulator.setFaults({
    faults: [
      { method: "POST", path: "/v1/projects/*", fault: FORBIDDEN },
      { method: "GET", path: "/v1/projects/*", times: "always", fault: FORBIDDEN },
      { method: "GET", path: "/v1/projects", nth: 2, times: "always", fault: FORBIDDEN },
    ],
  });
  const { id = "", properties } = await failureOf(scene.project.create(inputs));
  scene.emulator.setFaults({});
  await (await nextUpdate(scene)).project.update(id, properties, inputs);
  expect(scene.emulator.state()[0]?.project).toMatchObject({ password_protection: true });
});

it("a domain that somebody attached since the list is adopted where the service refuses it with 422", async () => {
  await using scene = await open({ seed, habits: { errors: "message" } });
  await scene.domain.create({ ...www, name: "first.example.com" });
  await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: www.name });
  const { id } = await scene.domain.create({ ...www, ifExists: "adopt" });
  expect(id).toBe("prj_1/www.example.com");
});
