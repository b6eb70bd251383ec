import { describe, expect, it } from "vitest";
import {
  failureOf,
  type Failure,
  code,
  nextUpdate,
  open,
  requests,
  writes,
  UPDATE,
  type Properties,
  type Scene,
  site,
  made,
  ga4,
  www,
  SITE,
} from "../provider/provider.ts";
import { ask } from "../ask.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { between, type Asked } from "../habit.ts";
import { asObject } from "../world/oracle/meaning.ts";

describe("an update", () => {
  it("sends what differs from the live object, not what differs from the state", async () => {
    await using scene = await open();
    const state = await made(scene.project, { ...site, cache: false });
    await ask(scene.emulator, "POST /v1/projects/prj_1", { cache: true });
    scene.emulator.reset();
    const updated = await scene.project.update("prj_1", state, { ...site, cache: true, cookieName: "c" });
    expect(scene.emulator.requests().at(-1)?.body).toEqual({ id: "prj_1", cookie_name: "c" });
    const { __provider: _, ...after } = { ...state, cache: true, cookieName: "c" };
    expect(updated.outs).toStrictEqual(after);
  });

  it("leaves what was changed by hand where the program did not change it: the preview does not show that", async () => {
    await using scene = await open();
    const declared = { ...site, cache: false, description: "ours", autocapture: { click: true } };
    const state = await made(scene.project, declared);
    const byHand = { cache: true, slug: "by-hand", autocapture: { click: false } };
    await ask(scene.emulator, "POST /v1/projects/prj_1", byHand);
    scene.emulator.reset();
    const news = { ...declared, description: "new", autocapture: { click: true, scroll: true } };
    const updated = await scene.project.update("prj_1", state, news);
    expect(scene.emulator.requests().at(-1)?.body).toEqual({
      id: "prj_1",
      description: "new",
      autocapture: expect.objectContaining({ scroll: true }),
    });
    const live = { ...byHand, autocapture: { click: false, scroll: true } };
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toMatchObject(live);
    // A refresh finds it, and the next update corrects it.
    const { props } = await scene.project.read("prj_1", { ...code, ...updated.outs });
    expect(props).toMatchObject({ cache: true, slug: "by-hand" });
    await scene.project.update("prj_1", { ...code, ...props }, news);
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toMatchObject({ cache: false, slug: "site" });
  });

  it("clears a field that was declared as null: without a documented default, that had left the live value", async () => {
    await using scene = await open({ seed: { projects: [{ ...SITE, description: "by hand" }] } });
    const asNull = { ...site, ifExists: "adopt", description: null };
    const state = await made(scene.project, asNull);
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toMatchObject({ description: "by hand" });
    const cleared = { ...asNull, description: "" };
    expect(await scene.project.diff("prj_1", state, cleared)).toEqual(UPDATE);
    await scene.project.update("prj_1", state, cleared);
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toMatchObject({ description: "" });
  });

  it("writes a zero that is newly declared in a rule", async () => {
    await using scene = await open();
    const state = await made(scene.project, { ...site, overrideCache: [{ path: "/a" }] });
    await scene.project.update("prj_1", state, { ...site, overrideCache: [{ path: "/a", ttl: 0 }] });
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toMatchObject({
      override_cache: [{ path: "/a", ttl: 0 }],
    });
  });

  it("leaves settings and the version that were changed by hand", async () => {
    await using scene = await open();
    await scene.project.create(site);
    const inputs = { ...ga4, version: "1.0.0" };
    const state = await made(scene.component, inputs);
    const path = "POST /v1/projects/prj_1/components/pc_1";
    await ask(scene.emulator, path, { component_version: "1.2.0", settings: { measurement_id: "by-hand" } });
    const updated = await scene.component.update("prj_1/pc_1", state, { ...inputs, active: false });
    expect(scene.emulator.requests().at(-1)?.body).toEqual({ active: false });
    expect(updated.outs).toMatchObject({ settings: ga4.settings, version: "1.0.0", componentVersion: "1.2.0" });
  });

  it("of an object that is as declared reads once and writes nothing", async () => {
    await using scene = await open();
    const state = await made(scene.project, { ...site, cache: true });
    scene.emulator.reset();
    const updated = await scene.project.update("prj_1", state, site);
    const { __provider: _, cache: _cache, ...after } = state;
    expect(updated.outs).toStrictEqual(after);
    expect(requests(scene.emulator)).toEqual(["GET /v1/projects/prj_1"]);
  });

  it("of an object that is gone says what to do", async () => {
    await using scene = await open({ seed: { projects: [{ id: "prj_9", organization_id: "org_1", slug: "other" }] } });
    const state = await made(scene.project, site);
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    await expect(scene.project.update("prj_1", state, { ...site, cache: true })).rejects.toThrow(
      "project prj_1 no longer exists. Run `pulumi refresh`",
    );
  });
});

/** A service that cuts a text in the settings that it is sent. */
const cutting = (setting: string, length: number) =>
  between({
    ask: (asked) => {
      const { settings, ...body } = asObject(asked.body);
      if (settings === undefined) return asked;
      const text = String(asObject(settings)[setting]).slice(0, length);
      return { ...asked, body: { ...body, settings: { ...asObject(settings), [setting]: text } } };
    },
  });

it("an update whose answer shows only what was sent is read back: it may have lost what is not declared", async () => {
  const isUpdate = ({ method, path }: Asked): boolean => method === "POST" && path.join("/") === "projects/prj_1";
  const replacing = between({
    ask: (asked) => (isUpdate(asked) ? { ...asked, body: { cookie_domain: "", ...asObject(asked.body) } } : asked),
    answer: (answered, asked) => (isUpdate(asked) ? { ...answered, body: { id: "prj_1", cache: true } } : answered),
  });
  const seed = { projects: [{ organization_id: "org_1", slug: "site", cookie_domain: "example.com" }] };
  await using scene = await open({ seed, between: replacing });
  const state = { ...site, origin: scene.emulator.url };
  await expect(scene.project.update("prj_1", state, { ...site, cache: true })).rejects.toThrow(/cookie_domain/);
});

describe("an update that the service does not carry out as declared", () => {
  it("fails, keeps the object, and records what the service stored: the next update sends it again", async () => {
    await using scene = await open({ habits: { changes: { ignored: ["cookie_name"] } } });
    const state = await made(scene.project, { ...site, cache: false });
    const news = { ...site, cache: true, cookieName: "mine" };
    const failure = await failureOf(scene.project.update("prj_1", state, news));
    expect(failure).toMatchObject({
      id: "prj_1",
      message: expect.stringContaining("did not store cookie_name of project prj_1 as declared"),
      reasons: [expect.stringContaining("declare the value that it stored")],
      properties: { ...site, cache: true, cookieName: "edgee", origin: scene.emulator.url },
    });
    const { properties } = failure;
    expect(await scene.project.diff("prj_1", properties, news)).toEqual(UPDATE);
    scene.emulator.setHabits({});
    scene.emulator.reset();
    await scene.project.update("prj_1", properties, news);
    expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1"]);
  });

  it("sends what the service left out again, also a field that it does not show at all", async () => {
    await using scene = await open({ habits: { forms: "terse", changes: { ignored: ["description"] } } });
    const state = await made(scene.project, { ...site, cache: false });
    const news = { ...site, cache: true, description: "Shop" };
    const { properties } = await failureOf(scene.project.update("prj_1", state, news));
    expect(properties).not.toHaveProperty("description", "Shop");
    scene.emulator.setHabits({});
    await scene.project.update("prj_1", properties, news);
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toHaveProperty("description", "Shop");
  });

  it("keeps a component's secrets out of the error", async () => {
    await using scene = await open({ between: cutting("pixel_id", 3) });
    await scene.project.create(site);
    const inputs = { ...ga4, component: "edgee/meta-capi" };
    const state = await made(scene.component, {
      ...inputs,
      settings: { pixel_id: "1", access_token: "canary-old-secret" },
    });
    const settings = { pixel_id: "2000", access_token: "canary-new-secret" };
    const failure = await failureOf(scene.component.update("prj_1/pc_1", state, { ...inputs, settings }));
    expect(failure.message).toContain("did not store settings.pixel_id of component");
    expect(String(failure)).not.toContain("canary");
  });
});

describe("a declared secret that the service hides", () => {
  const names = ["token", "webhook_key", "mode"];
  const catalogue = [
    catalogueEntry(
      "acme/box",
      names.map((name) => ({ name, secret: name !== "mode" })),
    ),
  ];
  const seed = { projects: [SITE], catalogue };
  const hiding = (as: "stars" | "omitted") => open({ seed, habits: { secrets: { as } } });
  const box = { ...code, projectId: "prj_1", component: "acme/box", version: "1" };
  const sent = ({ emulator }: Scene) => emulator.requests().findLast(({ method }) => method === "POST")?.body;
  const stored = ({ emulator }: Scene) => emulator.state()[0]?.components[0]?.["settings"];

  it.each(["stars", "omitted"] as const)("(%s) is sent when the program changes it, and only then", async (as) => {
    await using scene = await hiding(as);
    const state = await made(scene.component, { ...box, settings: { token: "first-value" } });
    scene.emulator.reset();
    const news = { ...box, settings: { token: "second-value", webhook_key: null } };
    const updated = await scene.component.update("prj_1/pc_1", state, news);
    expect(sent(scene)).toEqual({ settings: { token: "second-value" } });
    scene.emulator.reset();
    await scene.component.update("prj_1/pc_1", { ...code, ...updated.outs }, { ...news, active: true });
    const { props } = await scene.component.read("prj_1/pc_1", { ...code, ...updated.outs });
    expect(props).toMatchObject({ settings: { token: "second-value" } });
    expect(writes(scene.emulator)).toEqual([]);
  });

  it.each(["stars", "omitted"] as const)("(%s) is sent when it is newly declared", async (as) => {
    await using scene = await hiding(as);
    const { outs } = await scene.component.create({ ...box, settings: { token: "first-value" } });
    const settings = { token: "first-value", webhook_key: "new-value" };
    await scene.component.update("prj_1/pc_1", { ...code, ...outs }, { ...box, settings });
    expect(stored(scene)).toEqual(settings);
  });

  const BY_HAND = { mode: "by-hand", token: "rotated-by-hand" };

  it.each([
    ["is not sent because another setting drifted", "first-value", BY_HAND],
    ["that the program changes is sent beside what drifted", "second-value", { ...BY_HAND, token: "second-value" }],
  ])("in an update of another field: %s", async (_what, token, expected) => {
    await using scene = await hiding("stars");
    const state = await made(scene.component, { ...box, settings: { token: "first-value", mode: "x" } });
    await ask(scene.emulator, "POST /v1/projects/prj_1/components/pc_1", { settings: BY_HAND });
    await scene.component.update("prj_1/pc_1", state, { ...box, active: false, settings: { token, mode: "x" } });
    expect(stored(scene)).toEqual(expected);
  });

  it("is sent when the component is adopted: the live one may be another", async () => {
    await using scene = await hiding("stars");
    const live = { component_slug: "acme/box", component_version: "1", settings: { token: "theirs" } };
    await ask(scene.emulator, "POST /v1/projects/prj_1/components", live);
    await scene.component.create({ ...box, ifExists: "adopt", settings: { token: "declared-value" } });
    expect(stored(scene)).toEqual({ token: "declared-value" });
  });

  it.each(["stars", "omitted"] as const)("(%s) is sent again after an update that is incomplete", async (as) => {
    await using scene = await open({ seed, habits: { secrets: { as }, changes: { ignored: ["settings"] } } });
    const { outs } = await scene.component.create({ ...box, settings: { token: "first-value", mode: "x" } });
    const news = { ...box, settings: { token: "second-value", mode: "y", webhook_key: "new-value" } };
    const { properties } = await failureOf(scene.component.update("prj_1/pc_1", { ...code, ...outs }, news));
    expect(properties).toMatchObject({ settings: { mode: "x" } });
    expect(properties).not.toHaveProperty("settings.token");
    scene.emulator.setHabits({ secrets: { as } });
    expect(await scene.component.diff("prj_1/pc_1", properties, news)).toEqual(UPDATE);
    await scene.component.update("prj_1/pc_1", properties, news);
    expect(stored(scene)).toEqual(news.settings);
  });

  /** Each update takes effect, and its answer is lost. */
  const lost = { path: "/v1/projects/*/components/*", method: "POST", times: "always" } as const;
  const losing = { faults: [{ ...lost, fault: { kind: "answer", status: 503, handled: true } as const }] };

  /** Updates a component and loses the answer. */
  async function lose({ component, emulator }: Scene, state: Properties, news: Properties): Promise<Failure> {
    emulator.setFaults(losing);
    const failure = await failureOf(component.update("prj_1/pc_1", state, news));
    emulator.setFaults({});
    return failure;
  }

  describe("in an update whose outcome is unknown", () => {
    const settings = { token: "first-value", webhook_key: "kept-value", mode: "x" };
    const third = { ...settings, token: "third-value" };
    const rotated = { ...box, active: false, settings: { ...settings, token: "second-value", mode: "y" } };

    it.each([
      ["is sent again by the next update", rotated],
      ["is sent again if the program goes back to the old one", { ...box, settings }],
      ["is sent again if the program declares another one", { ...box, settings: third }],
    ])("%s", async (_title, next) => {
      await using scene = await hiding("stars");
      const { outs } = await scene.component.create({ ...box, settings });
      const failure = await lose(scene, { ...code, ...outs }, rotated);
      expect(scene.emulator.state()[0]?.components[0]).toHaveProperty("settings.token", "second-value");
      expect(failure.message).toMatch(/ is unknown: .* The next `pulumi up` sends its secret settings again\.$/);
      const { id = "", properties } = failure;
      // Everything else is as the service shows it.
      expect(properties).toEqual({ ...code, ...outs, active: false, settings: { mode: "y" } });
      expect(await scene.component.diff(id, properties, next)).toEqual(UPDATE);
      const { outs: after } = await scene.component.update(id, properties, next);
      expect(stored(scene)).toEqual(next.settings);
      expect(after).toMatchObject({ settings: next.settings });
    });

    it("is found again after a refresh", async () => {
      await using scene = await hiding("stars");
      const { outs } = await scene.component.create({ ...box, settings });
      const { properties } = await lose(scene, { ...code, ...outs }, rotated);
      const { props, inputs } = await scene.component.read("prj_1/pc_1", properties);
      expect(inputs).toHaveProperty("settings", { mode: "y" });
      const state = { ...code, ...props };
      expect(await scene.component.diff("prj_1/pc_1", state, { ...box, settings })).toEqual(UPDATE);
      await scene.component.update("prj_1/pc_1", state, { ...box, settings });
      expect(stored(scene)).toEqual(settings);
    });

    // Pulumi marks what a failed update leaves in the state by the inputs of that update.
    it.each([
      ["declares", {}, {}, { settings: {} }],
      ["marks as a secret", { __secretInputs: ["settings.mode"] }, { mode: "other-value" }, {}],
    ])("leaves nothing in the state that the program no longer %s", async (_what, marks, changed, left) => {
      await using scene = await hiding("stars");
      const old = { ...box, settings: { token: "first-value", mode: "marked-value" }, ...marks };
      const { outs } = await scene.component.create(old);
      const news = { ...box, settings: { token: "second-value", ...changed } };
      const { properties } = await lose(scene, { ...code, ...outs }, news);
      const { __secretInputs: _, settings: _settings, ...rest } = { ...code, ...outs };
      expect(properties).toEqual({ ...rest, ...left });
    });
  });

  it("is sent again after a create that is incomplete", async () => {
    let isCutting = true;
    const cut = cutting("mode", 1);
    await using scene = await open({
      seed,
      habits: { secrets: { as: "stars" } },
      between: (request, serve) => (isCutting ? cut(request, serve) : serve(request)),
    });
    const inputs = { ...box, settings: { token: "first-value", mode: "long" } };
    const { id = "", properties } = await failureOf(scene.component.create(inputs));
    expect(properties).toMatchObject({ __provider: "code", settings: { mode: "l" } });
    expect(properties).not.toHaveProperty("settings.token");
    isCutting = false;
    scene.emulator.reset();
    await scene.component.update(id, properties, inputs);
    expect(sent(scene)).toEqual({ settings: inputs.settings });
  });
});

describe("a create below a project that another resource just created", () => {
  it.each([
    ["while the project answers and what is below it is not found", { newProjectMs: 400 }],
    ["also if the project is not found either", { newProjectMs: 400, readsMs: 400 }],
  ])("is tried again %s", async (_when, late) => {
    await using scene = await open({ habits: { late } });
    await scene.project.create(site);
    const both = await Promise.all([scene.component.create(ga4), scene.domain.create(www)]);
    expect(both.map(({ id }) => id)).toEqual(["prj_1/pc_1", "prj_1/www.example.com"]);
  });

  it("fails at once if another project is not found either", async () => {
    await using scene = await open();
    await expect(scene.domain.create({ ...www, projectId: "prj_7" })).rejects.toThrow("not_found_error");
    expect(writes(scene.emulator)).toEqual([]);
  });
});

describe("a deletion", () => {
  it("of an object that is already gone is a success, even if its project is gone", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create(site);
    const attached = await made(scene.domain, www);
    await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    await scene.domain.delete("prj_1/www.example.com", attached);
    await scene.project.delete("prj_1", { ...code, ...outs });
    expect(writes(scene.emulator).filter((write) => write.startsWith("DELETE"))).toEqual(["DELETE /v1/projects/prj_1"]);
  });

  it("of a project with children names them and deletes nothing, unless it is forced", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create(site);
    await ask(scene.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4" });
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
    scene.emulator.reset();
    const state = { ...code, ...outs };
    const { project } = await nextUpdate(scene);
    await expect(project.delete("prj_1", state)).rejects.toThrow("it holds edgee/ga4, www.example.com");
    expect(writes(scene.emulator)).toEqual([]);
    await project.delete("prj_1", { ...state, forceDestroy: true });
    expect(writes(scene.emulator)).toEqual(["DELETE /v1/projects/prj_1"]);
  });
});

it("a rename to the slug of another project sends nothing, also where the service allows it", async () => {
  await using scene = await open({ seed: { projects: [{ id: "prj_9", organization_id: "org_1", slug: "other" }] } });
  const { id, outs } = await scene.project.create(site);
  scene.emulator.setFaults({ service: { duplicateSlugs: true }, faults: [] });
  scene.emulator.reset();
  const renamed = scene.project.update(id, { ...code, ...outs }, { ...site, slug: "other" });
  await expect(renamed).rejects.toThrow("Project other of org_1 already exists: prj_9. Nothing was sent.");
  expect(writes(scene.emulator)).toEqual([]);
});
