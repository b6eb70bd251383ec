import { describe, expect, it, vi } from "vitest";
import type { Fault, Rule } from "../../emulator/start.ts";
import { code, site, open, seed, ga4, SITE } from "../provider/provider.ts";

/*
 * A service may quote in a refusal what it has: the value before an update, the record that it does not delete. No program
 * declares these values, so only what was read tells that they are secrets.
 */

const meta = { ...code, projectId: "prj_1", component: "edgee/meta-capi" };
const LIVE = {
  external_project_url: "https://canary-user:canary%2Fpass@example.com/?key=canary+query",
  forwarded_headers: [{ name: "authorization", value: "Bearer canary-live" }],
  override_cache: [{ path: "/a", conditions: { request_cookies: { values: { session: "canary-cookie" } } } }],
};
const QUOTED = [
  "canary-user",
  "canary/pass",
  "canary query",
  "?key=canary+query",
  "Bearer canary-live",
  "canary-cookie",
  "canary-setting",
  "replaced-token",
];
const quoting: Extract<Fault, { kind: "answer" }> = {
  kind: "answer",
  status: 400,
  headers: { "content-type": "application/json" },
  body: {
    error: {
      type: "update_error",
      // Cut off in the middle of a secret.
      message: `${"x".repeat(185)} Bearer canary-live`,
      params: QUOTED.map((text) => ({ param: text, message: `"${text}" stays` })),
    },
  },
};
const refusing = (method: Rule["method"], path: string, fault = quoting) => ({
  faults: [{ method, path, times: "always" as const, fault }],
});

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return `${Object(error).message}${JSON.stringify(error)}`;
}

/** Only the component's own record tells its secret. */
async function shownOf(operation: Promise<unknown>, secret = /canary|Bearer/) {
  const message = await messageOf(operation);
  return { isMarked: message.includes("(secret)"), leak: secret.exec(message)?.[0] };
}
const HIDDEN = { isMarked: true, leak: undefined };
const rotated = { ...meta, settings: { pixel_id: "q", access_token: "new-token-1" } };
const OF_COMPONENT = /canary-setting/;

/** A project with live values that are not declared, a component in it with a live secret, and the state of both. */
async function openLive() {
  const component = { component_slug: "edgee/meta-capi", settings: { pixel_id: "p", access_token: "canary-setting" } };
  const scene = await open({ seed: { projects: [{ ...SITE, ...LIVE, components: [component] }] } });
  const origin = scene.emulator.url;
  return {
    scene,
    project: { ...site, cache: false, origin },
    component: { ...meta, settings: { pixel_id: "p", access_token: "replaced-token" }, origin },
  };
}

describe("a live secret that the service quotes is not shown", () => {
  it("where it refuses an update", async () => {
    const { scene, project, component } = await openLive();
    await using _ = scene;
    scene.emulator.setFaults(refusing("POST", "/v1/projects/**"));
    // The component first: its secret is known only from its own record.
    const updated = scene.component.update("prj_1/pc_1", component, rotated);
    expect(await shownOf(updated, /canary-setting|replaced-token/)).toEqual(HIDDEN);
    expect(await shownOf(scene.project.update("prj_1", project, { ...site, cache: true }))).toEqual(HIDDEN);
  });

  it("where it refuses the update of an adoption", async () => {
    const { scene } = await openLive();
    await using _ = scene;
    scene.emulator.setFaults(refusing("POST", "/v1/projects/**"));
    const adopted = scene.component.create({ ...rotated, ifExists: "adopt" });
    expect(await shownOf(adopted, OF_COMPONENT)).toEqual(HIDDEN);
    expect(await shownOf(scene.project.create({ ...site, cache: true, ifExists: "adopt" }))).toEqual(HIDDEN);
  });

  it("where it refuses a deletion", async () => {
    const { scene, project, component } = await openLive();
    await using _ = scene;
    scene.emulator.setFaults(refusing("DELETE", "/v1/projects/**"));
    expect(await messageOf(scene.component.delete("prj_1/pc_1", component))).not.toContain("canary-setting");
    scene.emulator.setFaults({});
    await scene.component.delete("prj_1/pc_1", component);
    scene.emulator.setFaults(refusing("DELETE", "/v1/projects/**"));
    expect(await shownOf(scene.project.delete("prj_1", project))).toEqual(HIDDEN);
  });

  it("where it refuses a refresh: the state has it, beside an odd value", async () => {
    await using scene = await open();
    const forwardedHeaders = [
      { name: "authorization", value: "Bearer canary-live" },
      { name: 5, value: "x" },
    ];
    const state = { ...site, forwardedHeaders, origin: scene.emulator.url };
    scene.emulator.setFaults({ faults: [{ method: "GET", times: "always", fault: quoting }] });
    expect(await shownOf(scene.project.read("prj_1", state), /Bearer/)).toEqual(HIDDEN);
  });
});

it("a secret setting with the value of a name does not hide the name", async () => {
  await using scene = await open({ seed });
  const settings = { pixel_id: "p", access_token: "edgee/meta-capi" };
  const body = { error: { type: "x", message: "edgee/meta-capi is not for you" } };
  const headers = { "content-type": "application/json" };
  scene.emulator.setFaults(refusing("POST", "/v1/projects/**", { kind: "answer", status: 400, headers, body }));
  expect(await messageOf(scene.component.create({ ...meta, settings }))).toContain("edgee/meta-capi is not for you");
});

describe("a secret that only the program marks is not shown where the service quotes it", () => {
  const marked = "canary-marked-1";
  const quoteOf = (text: string): typeof quoting => ({
    kind: "answer",
    status: 400,
    body: { error: { type: "update_error", message: `got ${text}` } },
  });
  const quote = quoteOf(marked);

  it("in a field of a project, declared or given up", async () => {
    await using scene = await open({ seed });
    const news = { ...site, description: marked, __secretInputs: ["description"] };
    const state = { ...news, origin: scene.emulator.url };
    scene.emulator.setFaults(refusing("POST", "/v1/projects/**", quote));
    expect(await shownOf(scene.project.create({ ...news, ifExists: "adopt" }))).toEqual(HIDDEN);
    expect(await shownOf(scene.project.update("prj_1", state, { ...site, description: "other" }))).toEqual(HIDDEN);
  });

  it("in a setting that the catalogue does not call secret", async () => {
    await using scene = await open({ seed });
    scene.emulator.setFaults(refusing("POST", "/v1/projects/**", quote));
    const inputs = { ...ga4, settings: { measurement_id: marked }, __secretInputs: ["settings.measurement_id"] };
    expect(await shownOf(scene.component.create(inputs))).toEqual(HIDDEN);
  });

  it.each([
    ["externalProjectUrl", "/v1/projects", `https://x.example/${marked}`],
    ["overrideCache", "/v1/projects/**", [{ path: marked, conditions: { requestCookies: { present: [marked] } } }]],
  ])("in %s, also in a part that is no secret without the mark", async (name, path, value) => {
    await using scene = await open();
    scene.emulator.setFaults(refusing("POST", path, quoteOf(JSON.stringify(value))));
    expect(await shownOf(scene.project.create({ ...site, [name]: value, __secretInputs: [name] }))).toEqual(HIDDEN);
  });

  it("as a profile", async () => {
    await using scene = await open();
    const inputs = { ...site, profile: "canary_profile_1", __secretInputs: ["profile"] };
    expect(await shownOf(scene.project.create(inputs), /canary/i)).toEqual(HIDDEN);
    expect(JSON.stringify(await scene.project.check({}, inputs))).toContain("(secret)");
  });

  it("and neither is it in a failure of the check", async () => {
    await using scene = await open();
    const marks = { __secretInputs: ["extra", "logSeverity"] };
    const inputs = { ...site, extra: { [marked]: marked }, logSeverity: marked, ...marks };
    const { failures } = await scene.project.check({}, inputs);
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures)).not.toContain("canary");
  });
});

it("a warning that names a marked argument hides it", async () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  await using scene = await open({ seed: { projects: [{ ...SITE, id: "prj_canary77", description: "live" }] } });
  const marks = { ifExists: "adopt", adoptId: "prj_canary77", __secretInputs: ["adoptId"] };
  await scene.project.check({}, { ...site, ...marks });
  expect(written.join("")).toContain("exists: (secret)");
  expect(written.join("")).not.toContain("prj_canary77");
});
