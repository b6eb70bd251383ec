import { describe, expect, it, vi } from "vitest";
import type { Habits } from "../../emulator/profile/habits.ts";
import type { KindName } from "../../core/resources/kind.ts";
import type { Rule } from "../../emulator/start.ts";
import { ask } from "../ask.ts";
import {
  failureOf,
  refusing,
  code,
  nextUpdate,
  open,
  writes,
  passTime,
  site,
  fail,
  ga4,
  www,
  SITE,
  seed,
  type Scene,
} from "./provider.ts";

const LATE = { object: "list", data: [], has_more: false };

describe("an object that exists", () => {
  it.each([
    ["project", site, "Project site of org_1 already exists: prj_1."],
    ["domain", www, "Domain www.example.com in project prj_1 already exists: www.example.com."],
    ["component", ga4, "Component edgee/ga4 in project prj_1 already exists: pc_1."],
  ] as const)("of the kind %s is not touched unless the program adopts it", async (kind, inputs, what) => {
    const message = `${what} Declare \`ifExists: "adopt"\`, or name the resource that had it in \`aliases\`.`;
    const components = [{ component_slug: "edgee/ga4", settings: ga4.settings }];
    await using scene = await open({ seed: { projects: [{ ...SITE, components, domains: [{ name: www.name }] }] } });
    expect((await failureOf(scene[kind].create(inputs))).message).toBe(message);
    expect(message.length).toBeLessThanOrEqual(200);
    await expect(scene[kind].create({ ...inputs, ifExists: "adopt" })).resolves.toHaveProperty("id");
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("only for a late reader, after this update deleted it, is not adopted", async () => {
    await using scene = await open({ seed: { projects: [{ ...SITE, domains: [{ name: "www.example.com" }] }] } });
    const inputs = { ...www, ifExists: "adopt" };
    const { id, outs } = await scene.domain.create(inputs);
    const { domain, emulator } = await nextUpdate(scene);
    emulator.setHabits({ staleListsMs: 300, late: { readsMs: 300 } });
    await domain.delete(id, { ...code, ...outs });
    await domain.create(inputs);
    expect(emulator.state()).toMatchObject([{ domains: [{ name: "www.example.com" }] }]);
  });

  it.each([
    ["a list that is a second old", []],
    [
      "the refusal of the create",
      [{ method: "GET", path: "/v1/projects", fault: { kind: "answer", status: 200, body: LATE } }],
    ],
  ] satisfies [string, Rule[]][])(
    "that somebody else has created is not updated, if it is seen after %s",
    async (_what, faults) => {
      await using scene = await open();
      await scene.project.create({ ...code, organizationId: "org_1", slug: "other" });
      await passTime(scene, 1_000);
      await ask(scene.emulator, "POST /v1/projects", { ...SITE, type: "proxy" });
      const before = scene.emulator.state();
      scene.emulator.setFaults({ faults });
      await expect(scene.project.create({ ...site, forceHttps: false })).rejects.toThrow("already exists: prj_2");
      expect(scene.emulator.state()).toEqual(before);
    },
  );
});

describe("a create that is answered with an object of somebody else", () => {
  const answer = (path: string, body: unknown) => ({
    faults: [{ method: "POST", path, times: "always", fault: { kind: "answer", status: 200, body } } satisfies Rule],
  });

  it("is an error for a host name, which stays where it is", async () => {
    const record = { name: "www.example.com", project_id: "prj_2" };
    await using scene = await open({
      seed: { projects: [SITE, { ...SITE, slug: "other", domains: [{ name: "www.example.com" }] }] },
      faults: answer("/v1/projects/prj_1/domains", record),
    });
    await expect(scene.domain.create({ ...www, ifExists: "adopt" })).rejects.toThrow(
      /with a record of project prj_2\. .* If another resource of this stack has it/,
    );
  });

  it.each([
    { id: "prj_9", organization_id: "org_2", slug: "site" },
    { id: "prj_9", organization_id: "org_1", slug: "site-main" },
  ])("is an error for a project, without an id for the state: $organization_id/$slug", async (other) => {
    await using scene = await open({ seed: { projects: [other] }, faults: answer("/v1/projects", other) });
    const error = await failureOf(scene.project.create({ ...site, cache: true, ifExists: "adopt" }));
    expect(error).toHaveProperty("message", expect.stringContaining(`which is project ${other.slug} of`));
    expect(error).not.toHaveProperty("id");
    expect(writes(scene.emulator)).toHaveLength(1);
  });
});

describe("two resources for one object", () => {
  it.each([
    ["project", site, { ...site, slug: "SITE" }, "Project SITE of org_1"],
    ["component", ga4, ga4, "Component edgee/ga4"],
    ["domain", www, www, "Domain www.example.com"],
  ] as const)(
    "of the kind %s are one object, and an error, whatever the second would adopt",
    async (kind, one, two, name) => {
      await using scene = await open({ seed: { projects: kind === "project" ? [] : [SITE] } });
      const create = scene[kind].create;
      const settled = await Promise.allSettled([create(one), create({ ...two, ifExists: "adopt" }), create(two)]);
      expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
      const message = expect.stringMatching(`${name}.* belongs to another resource of this program`);
      expect(settled[1]).toMatchObject({ reason: { message } });
      expect(writes(scene.emulator)).toHaveLength(1);
    },
  );

  it("are one object, too, while no list shows the first one", async () => {
    await using scene = await open({ seed });
    await scene.component.create(ga4);
    fail(scene, "GET /v1/projects/prj_1/components", { kind: "answer", status: 200, body: LATE });
    await passTime(scene, 6000);
    const twin = await failureOf(scene.component.create({ ...ga4, ifExists: "adopt" }));
    expect(twin.message).toContain("belongs to another resource of this program: pc_1");
    expect(writes(scene.emulator)).toHaveLength(1);
  });

  it("of different objects are created at the same time", async () => {
    await using scene = await open({ seed });
    const names = ["a.example.com", "b.example.com"];
    await Promise.all(names.map((name) => scene.domain.create({ ...www, name })));
    expect(writes(scene.emulator)).toHaveLength(2);
  });
});

it("what an unchanged resource keeps is not adopted by another one", async () => {
  await using scene = await open();
  const { id, outs } = await scene.project.create(site);
  const keptFirst = await nextUpdate(scene);
  expect(await keptFirst.project.diff(id, { ...code, ...outs }, site)).toEqual({ changes: false });
  await expect(keptFirst.project.create({ ...site, ifExists: "adopt" })).rejects.toThrow("belongs to another resource");
});

describe("what a new resource adopts before Pulumi comes to the resource that has it", () => {
  const objects = [
    ["project", site, "Project site of org_1 belongs to another resource of this program: prj_1. Declare it once."],
    ["component", ga4, "Component edgee/ga4 in project prj_1 belongs to another resource of this program: pc_1."],
    ["domain", www, "Domain www.example.com in project prj_1 belongs to another resource of this program"],
  ] as const;
  const adopted = async (scene: Scene, kind: KindName, inputs: (typeof objects)[number][1]) => {
    const { id, outs } = await scene[kind].create(inputs);
    await passTime(scene, 1_000);
    const next = await nextUpdate(scene);
    const { outs: adoptedState } = await next[kind].create({ ...inputs, ifExists: "adopt" });
    return { id, next, state: { ...code, ...outs }, adoptedState: { ...code, ...adoptedState } };
  };

  it.each(objects)("of the kind %s is an error of that one", async (kind, inputs, message) => {
    await using scene = await open({ seed: { projects: kind === "project" ? [] : [SITE] } });
    const { id, next, state } = await adopted(scene, kind, inputs);
    await next[kind].check(inputs, inputs);
    await expect(next[kind].diff(id, state, inputs)).rejects.toThrow(message);
  });

  it.each(objects)(
    "of the kind %s is an error in each later update that declares both",
    async (kind, inputs, message) => {
      await using scene = await open({ seed: { projects: kind === "project" ? [] : [SITE] } });
      const { id, next, state, adoptedState } = await adopted(scene, kind, inputs);
      const adopting = { ...inputs, ifExists: "adopt" };
      const later = await nextUpdate(next);
      await later[kind].check(adopting, adopting);
      await expect(later[kind].diff(id, adoptedState, adopting)).resolves.toEqual({ changes: false });
      await later[kind].check(inputs, inputs);
      await expect(later[kind].diff(id, state, inputs)).rejects.toThrow(message);
    },
  );

  it.each(objects)("of the kind %s is no error once the program declares one", async (kind, inputs) => {
    await using scene = await open({ seed: { projects: kind === "project" ? [] : [SITE] } });
    const { id, next, state, adoptedState } = await adopted(scene, kind, inputs);
    const refreshed = await nextUpdate(next);
    await refreshed[kind].diff(id, state, inputs);
    const adopting = { ...inputs, ifExists: "adopt" };
    await refreshed[kind].check(adopting, adopting);
    await expect(refreshed[kind].diff(id, adoptedState, adopting)).resolves.toEqual({ changes: false });
  });

  it.each(objects)("of the kind %s is no error where only a refresh compares that one", async (kind, inputs) => {
    await using scene = await open({ seed: { projects: kind === "project" ? [] : [SITE] } });
    const { id, next, state } = await adopted(scene, kind, inputs);
    await expect(next[kind].diff(id, state, inputs)).resolves.toEqual({ changes: false });
  });
});

it("what one of two resources keeps is not deleted with the other one", async () => {
  await using scene = await open({ seed });
  const inputs = { ...www, ifExists: "adopt" };
  const { id, outs: old } = await scene.domain.create(inputs);
  const renaming = await nextUpdate(scene);
  await passTime(scene, 1_000);
  const { outs: fresh } = await renaming.domain.create(inputs);
  scene.emulator.reset();
  // The update failed before it deleted the old one, so the next one does.
  const next = await nextUpdate(renaming);
  await next.domain.diff(id, { ...code, ...fresh }, inputs);
  await next.domain.delete(id, { ...code, ...old });
  expect(writes(scene.emulator)).toEqual([]);
  // A forced replacement deletes what its own resource keeps.
  await next.domain.delete(id, { ...code, ...fresh });
  expect(writes(scene.emulator)).toEqual(["DELETE /v1/projects/prj_1/domains/www.example.com"]);
});

it("two resources that adopt one project under different slugs at once are an error, and one update", async () => {
  await using scene = await open({ seed });
  const adopting = ["x", "y"].map((slug) => scene.project.create({ ...site, slug, adoptId: "prj_1" }));
  const settled = await Promise.allSettled(adopting);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1"]);
});

it("what a failed adoption may own is not deleted with the old resource", async () => {
  await using scene = await open({ seed });
  const inputs = { ...site, ifExists: "adopt", extra: { unheard_of: 1 } };
  await expect(scene.project.create(inputs)).rejects.toThrow("unheard_of");
  scene.emulator.reset();
  await scene.project.delete("prj_1", { ...site, origin: scene.emulator.url });
  expect(writes(scene.emulator)).toEqual([]);
});

it("a key in place of an id to adopt is refused by the check", async () => {
  await using scene = await open();
  const { failures = [] } = await scene.project.check({}, { ...site, adoptId: "org_1/site" });
  expect(failures).toHaveLength(1);
});

describe("a renamed resource", () => {
  it.each(["project", "component", "domain"] as const)(
    "of the kind %s: what it adopts is not deleted with the old one",
    async (kind) => {
      await using scene = await open();
      const project = await scene.project.create(site);
      const inputs = { project: site, component: ga4, domain: www }[kind];
      const old = kind === "project" ? project : await scene[kind].create(inputs);
      const renaming = await nextUpdate(scene);
      scene.emulator.reset();
      const renamed = await renaming[kind].create({ ...inputs, ifExists: "adopt" });
      expect(renamed.id).toBe(old.id);
      await renaming[kind].delete(old.id, { ...code, ...old.outs });
      expect(writes(scene.emulator)).toEqual([]);
    },
  );
});

it("a project whose settings are refused is an error that carries the id and what the service stored", async () => {
  await using scene = await open();
  const inputs = { ...site, extra: { unheard_of: 1 } };
  await expect(scene.project.create(inputs)).rejects.toMatchObject({
    id: "prj_1",
    properties: { ...site, extra: { unheard_of: null }, origin: scene.emulator.url },
    reasons: [expect.stringContaining("Project prj_1 was created, but its settings were not applied")],
  });
});

it("a component whose create answers no id, and that cannot be read, is an error that says how to go on", async () => {
  await using scene = await open({ seed, habits: { answers: { create: "empty" } } });
  const second = { nth: 2, times: "always" } as const;
  fail(scene, "GET /v1/projects/prj_1/components", { kind: "answer", status: 500 }, second);
  const { settings: _, ...component } = { ...ga4, component: "acme/consent-banner" };
  await expect(scene.component.create(component)).rejects.toThrow(
    /^Component acme\/consent-banner in project prj_1 was created, but its id is not known\. .*500.* Declare `ifExists: "adopt"`/,
  );
});

it("a project whose settings get no answer is an error that carries the id", async () => {
  await using scene = await open();
  fail(scene, "POST /v1/projects/prj_1", { kind: "reset", when: "before" });
  await expect(scene.project.create({ ...site, forceHttps: false })).rejects.toMatchObject({
    id: "prj_1",
    properties: { slug: "site", forceHttps: true },
  });
});

describe("a host name that the service releases late", () => {
  const projects = [
    { ...SITE, domains: [{ name: www.name }] },
    { ...SITE, slug: "other" },
  ];
  const domain = { ...www, projectId: "prj_2" };

  /** This update has detached it. */
  async function detached(habits: Habits = {}): Promise<Scene> {
    const scene = await open({ seed: { projects }, habits });
    const state = { ...www, origin: scene.emulator.url, organization: "org_1" };
    await scene.domain.delete("prj_1/www.example.com", state);
    return scene;
  }

  it("is attached to its new project by the same update, which detached it", async () => {
    await using scene = await detached({ hostNames: { releaseMs: 1_500 } });
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(scene.domain.create(domain)).resolves.toHaveProperty("id", "prj_2/www.example.com");
    expect(writes(scene.emulator)).toEqual([
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      ...Array.from({ length: 3 }, () => "POST /v1/projects/prj_2/domains"),
    ]);
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      "warning: www.example.com is detached, and the service does not attach it again yet. Trying again for five minutes.\n",
    ]);
    written.mockRestore();
  });

  it("and that its new project refuses is said to be attached nowhere", async () => {
    await using scene = await detached();
    scene.emulator.setFaults(refusing("POST", "/v1/projects/prj_2/domains", 403, "too many"));
    await expect(scene.domain.create(domain)).rejects.toThrow(
      /^This update has detached www\.example\.com from its old project, and it is not attached to the new one\. .*too many/,
    );
  });
});
