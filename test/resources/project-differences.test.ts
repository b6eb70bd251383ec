import { describe, expect, it } from "vitest";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { caught, connect } from "../api/connect.ts";
import { json, refuse, startFaultServer } from "../api/fault-server.ts";
import { startLossyService, writes } from "./lossy-service.ts";
import { lose, openScene } from "./scene.ts";

const organization = { organizationId: "org_1" };

const key = { organization_id: "org_1", slug: "site" } as const;
const live = { id: "prj_1", ...key };

const compare = (more: object, of: object = {}) => projectKind.compare({ ...key, ...more }, { ...live, ...of });

describe("a project differs", () => {
  it("in its organization: that means replacing it", () => {
    expect(compare({ organization_id: "org_2" })).toEqual([
      { path: "organization_id", from: "org_1", to: "org_2", replace: true },
    ]);
    expect(compare({ organization_id: "org_2" }, { organization_id: undefined })).toEqual([]);
  });

  it("in declared fields, with the live and the declared value", () => {
    const declared = { description: "new", cache: true, extra: { region: "eu" }, autocapture: { click: true } };
    expect(compare(declared, { autocapture: { form: true } })).toEqual([
      { path: "description", from: null, to: "new", replace: false },
      { path: "cache", from: null, to: true, replace: false },
      { path: "autocapture.click", from: null, to: true, replace: false },
      { path: "region", from: null, to: "eu", replace: false },
    ]);
    expect(compare(declared, { ...declared, region: "eu" })).toEqual([]);
  });

  it("in declared events, even if the service has something else in place of the events", () => {
    for (const autocapture of [undefined, null, {}, { click: null }, "none"]) {
      expect(compare({ autocapture: { click: true, scroll: false, form: undefined } }, { autocapture })).toEqual([
        { path: "autocapture.click", from: null, to: true, replace: false },
      ]);
    }
    expect(compare({ autocapture: null }, { autocapture: { click: true } })).toEqual([
      { path: "autocapture", from: { click: true }, to: null, replace: false },
    ]);
  });

  it("not in undeclared fields", () => {
    expect(compare({ cache: undefined }, { cache: true, description: "x", region: "eu" })).toEqual([]);
    expect(compare({ extra: { region: null } })).toEqual([]);
  });
});

describe("an update of a project", () => {
  const answering = (fields: object) =>
    startFaultServer((response, { body }) => json(response, 200, { ...live, ...JSON.parse(body || "{}"), ...fields }));

  it("that would move it is refused with the remedy", async () => {
    await using server = await answering({});
    const declared = { ...key, organization_id: "org_2" };
    const error = await caught(projectKind.ensure(connect(server), organization, declared, live));
    expect(error).toMatchObject({ name: "InvalidRequestError", message: expect.stringMatching(/\. Remove it, and/) });
    expect(server.received).toEqual([]);
  });

  it("removes all events if null is declared", async () => {
    await using server = await answering({});
    const before = { ...live, autocapture: { click: true } };
    const made = await projectKind.ensure(connect(server), organization, { ...key, autocapture: null }, before);
    expect(server.received.map(({ body }) => body)).toEqual([
      '{"autocapture":{"pageview":false,"spa_pageview":false,"engagement":false,"click":false,"form":false,"scroll":false},"id":"prj_1"}',
    ]);
    expect(made.live["autocapture"]).toMatchObject({ click: false });
  });

  it("sends events together with other fields", async () => {
    await using server = await answering({});
    const declared = { ...key, cache: true, autocapture: { click: true } };
    await projectKind.ensure(connect(server), organization, declared, { ...live, autocapture: { form: true } });
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
      { id: "prj_1", cache: true, autocapture: { form: true, click: true } },
    ]);
  });

  it("accepts changed values in fields that the service sets itself, and new fields", async () => {
    const set = { object: "b", avatar_url: "b", created_at: "b", updated_at: "b" };
    await using server = await answering({ ...set, plan: "free", region: null });
    const before = { ...live, object: "a", avatar_url: "a", created_at: "a", updated_at: "a", region: undefined };
    const made = await projectKind.ensure(connect(server), organization, { ...key, cache: true }, before);
    expect(made.live).toMatchObject({ ...set, cache: true });
  });

  it("takes no notice of a field that is not known", async () => {
    await using server = await answering({ region: "us", requests: 8 });
    const before = { ...live, region: "eu", requests: 7 };
    const made = await projectKind.ensure(connect(server), organization, { ...key, cache: true }, before);
    expect(made.incomplete).toBeUndefined();
    expect(made.notes).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it("is incomplete if the service moves it to another organization", async () => {
    await using server = await answering({ cache: true, organization_id: "org_2" });
    const made = await projectKind.ensure(connect(server), organization, { ...key, cache: true }, live);
    expect(made.incomplete).toMatchObject({ name: "NotAcceptedError", fields: ["organization_id"] });
  });

  it("accepts an answer without the events that it sent", async () => {
    await using server = await startFaultServer((response, { method }) =>
      json(response, 200, method === "POST" ? live : { ...live, autocapture: { form: true, click: true } }),
    );
    const declared = { ...key, autocapture: { click: true } };
    const before = { ...live, autocapture: { form: true } };
    const made = await projectKind.ensure(connect(server), organization, declared, before);
    expect(made.live["autocapture"]).toEqual({ form: true, click: true });
  });
});

describe("a project that was created", () => {
  it("and whose settings got no answer is read back, with a note", async () => {
    await using scene = await openScene({
      faults: { faults: [{ method: "POST", path: "/v1/projects/prj_1", fault: { kind: "html", handled: true } }] },
    });
    const made = await projectKind.ensure(scene.client, organization, { ...key, cache: true }, undefined);
    expect(made).toMatchObject({
      live: { id: "prj_1", cache: true },
      notes: [expect.stringContaining("update of project prj_1 was lost; it was read back")],
    });
    expect(made.adopted).toBeUndefined();
    expect(made.incomplete).toBeUndefined();
  });

  it("by somebody else is adopted, with all notes", async () => {
    await using scene = await openScene({});
    await scene.client.projects.create({ ...key, type: "proxy", description: "theirs" });
    scene.emulator.setFaults({
      faults: [
        ...(lose("before", "/v1/projects").faults ?? []),
        { method: "POST", path: "/v1/projects/prj_1", fault: { kind: "html", handled: true } },
      ],
    });
    const made = await projectKind.ensure(scene.client, organization, { ...key, description: "ours" }, undefined);
    expect(made).toMatchObject({
      live: { id: "prj_1", description: "ours" },
      adopted: true,
      notes: [expect.stringContaining("prj_1 was found and adopted"), expect.stringContaining("read back")],
    });
  });

  it("is as declared if the answer leaves out what was sent", async () => {
    await using service = await startLossyService(
      {},
      () => undefined,
      (answer, { method }) => (method === "POST" ? { id: "prj_1" } : answer),
    );
    const declared = { ...key, description: "D", cache: true, autocapture: { click: true } };
    const made = await projectKind.ensure(connect(service), organization, declared, undefined);
    expect(made.incomplete).toBeUndefined();
    expect(made.live).toMatchObject({ id: "prj_1", ...declared });
  });

  it("is not as declared if a read leaves out what was sent", async () => {
    await using service = await startLossyService(
      {},
      () => undefined,
      (answer) => ({ ...Object(answer), cookie_name: undefined }),
    );
    const declared = { ...key, cache: true, cookie_name: "mine" };
    const made = await projectKind.ensure(connect(service), organization, declared, undefined);
    expect(made.incomplete).toMatchObject({ cause: { fields: ["cookie_name"], left: [{ from: null }] } });
  });

  it("gets neither empty settings nor those left to the service", async () => {
    await using service = await startLossyService({}, () => undefined);
    const declared = { ...key, description: undefined, cache: undefined, autocapture: { click: undefined } };
    const made = await projectKind.ensure(connect(service), organization, declared, undefined);
    expect(writes(service.emulator).map(({ body }) => body)).toEqual([{ ...key, type: "proxy" }]);
    expect(made.notes).toEqual([]);
    expect(made.incomplete).toBeUndefined();
  });

  it("gets unknown fields with its settings, not with its create", async () => {
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { id: "prj_1", ...JSON.parse(body) }),
    );
    await projectKind.ensure(connect(server), organization, { ...key, extra: { region: "eu" } }, undefined);
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
      { ...key, type: "proxy" },
      { id: "prj_1", region: "eu" },
    ]);
  });
});

describe("a child of a project", () => {
  it("is not gone if its project cannot be read", async () => {
    await using server = await startFaultServer((response, { path }) =>
      path.includes("components") ? refuse(response, 404, "not_found_error") : refuse(response, 403, "forbidden_error"),
    );
    const reading = componentKind().read(connect(server), { projectId: "prj_1" }, "pc_1");
    expect(await caught(reading)).toMatchObject({ status: 403 });
  });
});
