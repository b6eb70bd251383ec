import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Temperament } from "../../emulator/start.ts";
import { ask, fields, refused } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "new", type: "proxy", description: "D" };
const domain = { name: "b.example.com" };
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "a.example.com" }],
    },
  ],
};
const project = "/v1/projects/prj_1";
const component = `${project}/components/pc_1`;

type Answers = NonNullable<Temperament["answers"]>;

describe("the answer to a create", () => {
  it.each<[NonNullable<Answers["create"]>, number, unknown, unknown]>([
    ["none", 204, undefined, undefined],
    ["empty", 200, {}, {}],
    ["id", 200, { id: "prj_2" }, domain],
    ["request", 200, { id: "prj_2", ...site }, domain],
  ])("can be %s", async (create, status, ofProject, ofDomain) => {
    await using emulator = await startEmulator({ seed, temperament: { answers: { create } } });
    expect(await ask(emulator, "POST /v1/projects", site)).toEqual({
      status,
      headers: expect.any(Headers) as unknown,
      body: ofProject,
    });
    expect((await ask(emulator, `POST ${project}/domains`, domain)).body).toEqual(ofDomain);
    expect(emulator.state()).toMatchObject([{ domains: [{}, domain] }, { project: { id: "prj_2", ...site } }]);
    // Updates are answered as described.
    expect((await ask(emulator, `POST ${project}`, { cache: true })).body).toMatchObject({ cache: true, slug: "site" });
  });

  it("can have the status 201, if it has a body", async () => {
    await using emulator = await startEmulator({ seed, temperament: { answers: { created: 201 } } });
    expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 201, body: site });
    expect(await ask(emulator, `POST ${project}`, { cache: true })).toMatchObject({ status: 200 });
    emulator.setTemperament({ answers: { created: 201, create: "none" } });
    expect(await ask(emulator, `POST ${project}/domains`, domain)).toMatchObject({ status: 204 });
  });

  it("has no content type and no length if it is empty", async () => {
    await using emulator = await startEmulator({ seed, temperament: { answers: { create: "none" } } });
    const { headers } = await ask(emulator, "POST /v1/projects", site);
    expect([headers.get("content-type"), headers.get("content-length")]).toEqual([null, null]);
    expect(headers.get("x-request-id")).toBe("req_1");
  });
});

it.each<[NonNullable<Answers["update"]>, number, unknown, unknown]>([
  ["none", 204, undefined, undefined],
  ["empty", 200, {}, {}],
  ["id", 200, { id: "prj_1" }, { id: "pc_1" }],
  ["request", 200, { id: "prj_1", cache: true }, { id: "pc_1", active: false }],
])("the answer to an update can be %s", async (update, status, ofProject, ofComponent) => {
  await using emulator = await startEmulator({ seed, temperament: { answers: { update } } });
  const reply = await ask(emulator, `POST ${project}`, { cache: true });
  expect([reply.status, reply.body]).toEqual([status, ofProject]);
  expect((await ask(emulator, `POST ${component}`, { active: false })).body).toEqual(ofComponent);
  expect(emulator.state()).toMatchObject([{ project: { cache: true }, components: [{ active: false }] }]);
});

it("the answer to an update can be the record as it was before", async () => {
  await using emulator = await startEmulator({ seed, temperament: { answers: { update: "old" } } });
  const before = await ask(emulator, `GET ${component}`);
  const updated = await ask(emulator, `POST ${component}`, { active: false, settings: { measurement_id: "G-2" } });
  expect(updated.body).toEqual(before.body);
  expect((await ask(emulator, `GET ${component}`)).body).toMatchObject({
    active: false,
    settings: { measurement_id: "G-2" },
  });
  expect((await ask(emulator, `POST ${project}`, { cache: true })).body).toHaveProperty("cache", false);
});

describe("extra fields", () => {
  const extraOf = async (request: string, extra: NonNullable<Temperament["extra"]>, clock = testClock()) => {
    await using emulator = await startEmulator({ seed, clock, temperament: { extra } });
    return fields(await ask(emulator, request));
  };

  it("can be a counter that grows at each read", async () => {
    await using emulator = await startEmulator({ seed, temperament: { extra: { counter: "reads" } } });
    for (const counter of [1, 2]) {
      expect((await ask(emulator, `GET ${project}`)).body).toHaveProperty("counter", counter);
    }
    expect((await ask(emulator, `GET ${project}/components`)).body).toHaveProperty("data.0.counter", 3);
    expect((await ask(emulator, "GET /v1/components/edgee/ga4")).body).not.toHaveProperty("counter");
  });

  it("can be a counter and an etag that change at each write of the record", async () => {
    await using emulator = await startEmulator({ seed, temperament: { extra: { counter: "writes", etag: true } } });
    const first = fields(await ask(emulator, `GET ${component}`));
    expect(first).toMatchObject({ counter: 1, etag: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown });
    expect((await ask(emulator, `GET ${component}`)).body).toEqual(first);
    await ask(emulator, `POST ${project}`, { cache: true });
    expect((await ask(emulator, `GET ${component}`)).body).toEqual(first);
    const second = fields(await ask(emulator, `POST ${component}`, { active: true }));
    expect(second["counter"]).toBe(2);
    expect(second["etag"]).not.toBe(first["etag"]);
    expect((await ask(emulator, "POST /v1/projects", site)).body).toMatchObject({ ...site, counter: 1 });
  });

  it("can be a status that changes a second after a write", async () => {
    const clock = testClock();
    await using emulator = await startEmulator({ seed, clock, temperament: { extra: { status: true } } });
    clock.advance(1000);
    expect((await ask(emulator, `GET ${component}`)).body).toHaveProperty("status", "active");
    expect((await ask(emulator, `POST ${component}`, { active: false })).body).toHaveProperty("status", "pending");
    clock.advance(999);
    expect((await ask(emulator, `GET ${component}`)).body).toHaveProperty("status", "pending");
    clock.advance(1);
    expect((await ask(emulator, `GET ${component}`)).body).toHaveProperty("status", "active");
  });

  it("can be the time of the read", async () => {
    expect(await extraOf(`GET ${component}`, { timestamp: true })).toHaveProperty(
      "last_seen_at",
      "2025-10-01T12:00:00.000Z",
    );
  });

  it("can be the id of a domain, which leads nowhere and does not change", async () => {
    await using emulator = await startEmulator({ seed, temperament: { extra: { domainIds: true } } });
    const { id } = fields(await ask(emulator, `GET ${project}/domains/a.example.com`));
    expect(id).toMatch(/^dom_[0-9a-f]{16}$/);
    expect((await ask(emulator, `GET ${project}/domains`)).body).toMatchObject({
      data: [{ id, name: "a.example.com" }],
      last_key: "a.example.com",
    });
    expect(await ask(emulator, `GET ${project}/domains/${String(id)}`)).toEqual(refused(404, "not_found_error"));
    expect(fields(await ask(emulator, `GET ${project}`))["id"]).toBe("prj_1");
  });
});

describe("new ids", () => {
  it.each([
    ["colon", "prj:1", "pc:1"],
    ["base64", "cHJqOjE=", "cGM6MQ=="],
    ["pipe", "prj|1", "pc|1"],
    ["space", "prj 1", "pc 1"],
    ["uuid", "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-9000-000000000001"],
    ["digits", "1001", "500001"],
    ["number", 1001, 500_001],
  ] as const)("as %s are %j and %j, and lead to the objects", async (ids, projectId, componentId) => {
    await using emulator = await startEmulator({ temperament: { ids } });
    const created = await ask(emulator, "POST /v1/projects", site);
    expect(created).toMatchObject({ status: 200, body: { id: projectId } });
    const path = `/v1/projects/${encodeURIComponent(projectId)}`;
    expect(await ask(emulator, `POST ${path}/components`, { component_slug: "edgee/ga4" })).toMatchObject({
      body: { id: componentId },
    });
    const single = `${path}/components/${encodeURIComponent(componentId)}`;
    expect(await ask(emulator, `GET ${single}`)).toMatchObject({ body: { id: componentId } });
    expect(await ask(emulator, `POST ${path}/domains`, domain)).toMatchObject({ body: { project_id: projectId } });
    expect(await ask(emulator, "GET /v1/projects")).toMatchObject({
      body: { data: [{ id: projectId }], last_key: String(projectId) },
    });
    expect((await ask(emulator, `DELETE ${single}`)).body).toMatchObject({ id: componentId, deleted: true });
    emulator.setTemperament("plain");
    expect(await ask(emulator, "POST /v1/projects", { ...site, slug: "next" })).toMatchObject({
      body: { id: "prj_2" },
    });
    expect(emulator.state().map(({ project: { id } }) => id)).toEqual([String(projectId), "prj_2"]);
  });

  it("are those of a seed without ids", async () => {
    await using emulator = await startEmulator({ seed, temperament: { ids: "colon" } });
    expect(keysOf(await ask(emulator, "GET /v1/projects/prj%3A1/components"))).toEqual(["pc:1"]);
  });
});

describe("a deletion", () => {
  const deletions = [component, `${project}/domains/a.example.com`, project];

  it.each<[NonNullable<Temperament["deletions"]>, number, (object: string, id: string) => unknown]>([
    [{ answer: "none" }, 204, () => undefined],
    [{ answer: "empty" }, 200, () => ({})],
    [{ answer: "deleted-false" }, 200, (object, id) => ({ object, id, deleted: false })],
  ])("with %j is answered %i, and done", async (habits, status, body) => {
    await using emulator = await startEmulator({ seed, temperament: { deletions: habits } });
    const objects = [
      ["project_component", "pc_1"],
      ["domain", "a.example.com"],
      ["project", "prj_1"],
    ];
    for (const [index, path] of deletions.entries()) {
      const [object = "", id = ""] = objects[index] ?? [];
      const reply = await ask(emulator, `DELETE ${path}`);
      expect([reply.status, reply.body]).toEqual([status, body(object, id)]);
      expect(await ask(emulator, `GET ${path}`)).toEqual(refused(404, "not_found_error"));
    }
    expect(emulator.state()).toEqual([]);
  });

  it("can have no effect, which a read shows", async () => {
    const habits = { ineffective: ["component", "domain"], answer: "none" } as const;
    await using emulator = await startEmulator({ seed, temperament: { deletions: habits } });
    expect((await ask(emulator, `DELETE ${component}`)).body).toEqual({
      object: "project_component",
      id: "pc_1",
      deleted: false,
    });
    expect((await ask(emulator, `DELETE ${project}/domains/a.example.com`)).body).toHaveProperty("deleted", false);
    expect(emulator.state()).toMatchObject([{ components: [{ id: "pc_1" }], domains: [{ name: "a.example.com" }] }]);
    expect(await ask(emulator, `DELETE ${project}/components/pc_9`)).toEqual(refused(404, "not_found_error"));
    expect((await ask(emulator, `DELETE ${project}`)).status).toBe(204);
  });

  it("can succeed again, but only below a project that is there", async () => {
    await using emulator = await startEmulator({ seed, temperament: { deletions: { again: "done" } } });
    for (const _ of [1, 2]) {
      expect((await ask(emulator, `DELETE ${component}`)).body).toHaveProperty("deleted", true);
    }
    for (const _ of [1, 2]) {
      expect((await ask(emulator, `DELETE ${project}`)).body).toEqual({
        object: "project",
        id: "prj_1",
        deleted: true,
      });
    }
    expect(await ask(emulator, `DELETE ${project}/domains/a.example.com`)).toEqual(refused(404, "not_found_error"));
  });

  it("of a project can be refused while something is in it", async () => {
    await using emulator = await startEmulator({ seed, temperament: { deletions: { onlyEmptyProjects: true } } });
    expect(await ask(emulator, `DELETE ${project}`)).toEqual(refused(409, "conflict_error"));
    await ask(emulator, `DELETE ${component}`);
    expect(await ask(emulator, `DELETE ${project}`)).toEqual(refused(409, "conflict_error"));
    await ask(emulator, `DELETE ${project}/domains/a.example.com`);
    expect(await ask(emulator, `DELETE ${project}`)).toMatchObject({ status: 200, body: { deleted: true } });
  });
});
