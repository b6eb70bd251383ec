import { expect, it } from "vitest";
import { between, records, without, type Habit } from "../habit.ts";
import { asObject } from "../world/oracle/meaning.ts";
import { code, open, type Properties, type Provider } from "../provider/provider.ts";

/*
 * What a stack's state holds of each resource, byte for byte: ids and outputs after `create`, and inputs and outputs after `read`.
 * `npx vitest run --project unit test/provider/state.test.ts -u` writes the golden file again; read the difference before you commit it.
 */

const PROJECT = {
  organizationId: "org_1",
  slug: "shop",
  type: "proxy",
  description: "one\r\ntwo ",
  externalProjectUrl: "https://Example.com",
  forceHttps: true,
  logSeverity: null,
  cache: false,
  blockedIps: ["203.0.113.7", "2001:DB8::1"],
  autocapture: { click: true },
  overrideCache: [{ path: "/a", rank: 2, ttl: 60, conditions: { requestMethods: ["get"] } }],
  rateLimiting: [{ rank: 1, limit: 5, window: "60s", conditions: { country: ["FR"] } }],
  forwardedHeaders: [{ name: "X-Key", value: "hidden-value" }],
  extra: { shop_name: "shop" },
};

/** A service with one more field, which the emulator does not know. */
const newer: Habit = {
  ask: (asked) => ({ ...asked, body: asked.body && without(asObject(asked.body), ["shop_name"]) }),
  ...records("project", (record) => ({ ...record, shop_name: "shop" })),
};

const stateOf = async (provider: Provider, declared: Properties) => {
  const { inputs, failures } = await provider.check({}, { ...code, ...declared });
  expect(failures ?? []).toEqual([]);
  const created = await provider.create(inputs);
  const { __provider: _code, ...outs } = created.outs ?? {};
  const read = await provider.read(created.id, { ...code, ...outs });
  const withoutCode = ({ __provider: _again, ...rest }: Properties = {}): Properties => rest;
  return {
    id: created.id,
    outs,
    read: { id: read.id, inputs: withoutCode(read.inputs), props: withoutCode(read.props) },
  };
};

it("the state of a project, a component and a domain", async () => {
  const now = Date.UTC(2026, 0, 1);
  await using scene = await open({
    between: between(newer),
    clock: { now: () => now, sleep: () => Promise.reject(new Error("nothing waits here")) },
  });
  const project = await stateOf(scene.project, PROJECT);
  const component = await stateOf(scene.component, {
    projectId: project.id,
    component: "edgee/meta-capi",
    version: "latest",
    active: null,
    settings: { pixel_id: "1", access_token: "canary-access-token" },
  });
  const domain = await stateOf(scene.domain, { projectId: project.id, name: "WWW.Shop.Example" });
  const text = JSON.stringify({ project, component, domain }, undefined, 2)
    .replaceAll(scene.emulator.url, "http://127.0.0.1:PORT")
    .replaceAll(/"__ownedSince": [\d.]+/g, '"__ownedSince": 0');
  await expect(`${text}\n`).toMatchFileSnapshot("golden/state.json");
});
