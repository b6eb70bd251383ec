import { knowledgeOf } from "../../../provider/resources/component/knowledge.ts";
import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { declaredComponent } from "../../../provider/resources/component/declared.ts";
import { componentKind } from "../../../provider/resources/component/kind.ts";
import { joinedLists } from "../../../provider/resources/lists.ts";
import { caught, connect } from "../../api/connect.ts";
import { json, startFaultServer } from "../../api/fault-server.ts";

const projectId = "prj_1";
const address = { projectId };
const live = { id: "pc_1", component_slug: "edgee/ga4", component_version: "1.0.0" };
const declared = { component: "edgee/ga4" };
const unavailable: CatalogueEntry = { status: "unavailable", slug: "edgee/ga4", reason: "403" };

/** A component with an optional secret. */
const withSecret = (rewriteSecrets: boolean) =>
  componentKind(
    knowledgeOf({
      status: "found",
      slug: "edgee/ga4",
      component: {
        versions: {
          "1.0.0": {
            dynamic_fields: [
              { name: "a", type: "string", required: false, secret: false },
              { name: "spare", type: "string", required: false, secret: true },
            ],
          },
        },
      },
    }),
    { rewriteSecrets },
  );

const compare = (more: object, of: object = {}) =>
  withSecret(false).compare({ ...declared, ...more }, { ...live, ...of });

describe("a component differs", () => {
  it("in its slug: that means replacing it", () => {
    expect(compare({ component: "edgee/other" })).toEqual([
      { path: "component", from: "edgee/ga4", to: "edgee/other", replace: true },
    ]);
  });

  it("not in a slug that its record leaves out", () => {
    expect(compare({}, { component_slug: undefined })).toEqual([]);
  });

  it("in declared fields, with the live and the declared value", () => {
    expect(compare({ version: "1.2.0", active: false, settings: { a: 1 }, extra: { plan: "free" } })).toEqual([
      { path: "version", from: "1.0.0", to: "1.2.0", replace: false },
      { path: "active", from: null, to: false, replace: false },
      { path: "settings.a", from: null, to: 1, replace: false },
      { path: "plan", from: null, to: "free", replace: false },
    ]);
    expect(compare({ active: true }, { active: "true" })).toEqual([]);
    expect(compare({ active: true }, { active: "false" })).toHaveLength(1);
    expect(compare({ active: true }, { active: 1 })).toEqual([]);
    expect(compare({ active: true }, { active: 0 })).toHaveLength(1);
    const same = { active: null, settings: { a: 1 }, plan: { b: 1, a: 2 } };
    expect(compare({ active: true, settings: { a: 1 }, extra: { plan: { a: 2, b: 1 } } }, same)).toEqual([]);
  });

  it("by own properties of the record, not by inherited ones", () => {
    const changes = compare({ settings: { constructor: "a" }, extra: { toString: 1 } }, { settings: {} });
    expect(changes).toEqual([
      { path: "settings.constructor", from: null, to: "a", replace: false },
      { path: "toString", from: null, to: 1, replace: false },
    ]);
  });

  it.each([null, undefined])("not in a version that the service shows as %s", (version) => {
    expect(compare({ version: "1.2.0" }, { component_version: version })).toEqual([]);
  });

  it("not in undeclared fields", () => {
    expect(compare({}, { active: false, settings: { a: 1 }, plan: "free" })).toEqual([]);
  });
});

describe("a component without a slug in its record", () => {
  it("is not identified if the catalogue does not have its id", async () => {
    const data = [{ id: "pc_1" }, { id: "pc_2", component_id: "cmp_1" }];
    await using server = await startFaultServer((response, { path }) =>
      json(response, 200, path.endsWith("/components") ? { data } : data[0]),
    );
    const lists = joinedLists(connect(server));
    const found = (entry: CatalogueEntry | undefined) =>
      componentKind(knowledgeOf(entry)).find(lists, address, declared);
    expect(await found(unavailable)).toBeUndefined();
    expect(await found({ status: "found", slug: "edgee/ga4", component: {} })).toBeUndefined();
    expect(await found({ status: "found", slug: "edgee/ga4", component: { id: "cmp_1" } })).toMatchObject({
      id: "pc_2",
    });
  });
});

describe("an update of a component", () => {
  it("that would change the component is refused with the remedy", async () => {
    await using server = await startFaultServer((response) => json(response, 200, live));
    const update = componentKind().ensure(connect(server), address, { component: "edgee/other" }, live);
    expect((await caught(update)).message).toMatch(/\. Remove it, and integrate edgee\/other as a new component\.$/);
    expect(server.received).toEqual([]);
  });

  it("sends unknown fields unchanged, whatever their names, together with known ones", async () => {
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { ...live, ...JSON.parse(body) }),
    );
    const extra = { "settings.b": 2, plan: null };
    const more = { version: "1.2.0", settings: { a: "1", spare: "s" }, extra };
    await withSecret(false).ensure(
      connect(server),
      address,
      { ...declared, ...more },
      { ...live, settings: { spare: "s" }, plan: "free" },
    );
    expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([
      { component_version: "1.2.0", settings: { a: "1", spare: "s" }, "settings.b": 2, plan: null },
    ]);
  });

  it("accepts changed values in fields that the service sets itself, and new fields", async () => {
    const own = { object: "a", category: "a", subcategory: "a", created_at: "a", updated_at: "a" };
    const set = { object: "b", category: "b", subcategory: "b", created_at: "b", updated_at: "b" };
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { ...live, ...set, region: "eu", plan: null, ...JSON.parse(body) }),
    );
    const before = { ...live, ...own, plan: undefined };
    const made = await componentKind().ensure(connect(server), address, { ...declared, version: "1.2.0" }, before);
    expect(made.live).toMatchObject({ ...set, component_version: "1.2.0" });
  });

  it.each([
    ["one that is not known", { region: "eu" }, { region: "us" }, []],
    ["one that is not known, and gone", { cached: true }, { cached: null }, []],
    ["its version", {}, { component_version: "2.0.0" }, ["version"]],
    ["what it is", { component_id: "cmp_1" }, { component_id: "cmp_2" }, []],
  ])("notes a changed field only if it is known: %s", async (_what, was, is, names) => {
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { ...live, ...JSON.parse(body), ...is }),
    );
    const before = { ...live, ...was };
    const made = await componentKind().ensure(connect(server), address, { ...declared, active: false }, before);
    expect(made.incomplete).toBeUndefined();
    expect(made.notes).toEqual(names.map((name) => expect.stringContaining(`also changed ${name}, which`)));
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["masks what it left out", undefined, "****"],
    ["leaves out what it masked", "****", undefined],
  ])("that sends no settings accepts the answer of a service that %s", async (_what, was, is) => {
    await using server = await startFaultServer((response) =>
      json(response, 200, { ...live, active: false, settings: { spare: is, a: 1 } }),
    );
    const before = { ...live, settings: { spare: was, a: 1 } };
    const update = withSecret(false).ensure(connect(server), address, { ...declared, active: false }, before);
    expect((await update).live.active).toBe(false);
  });

  it("leaves a secret that is not shown alone, also if the catalogue does not say what is secret", async () => {
    await using server = await startFaultServer((response) => json(response, 200, { ...live, settings: { a: 1 } }));
    const more = { ...declared, settings: { spare: "secret-token" } };
    const before = { ...live, settings: { a: 1 } };
    expect((await withSecret(false).ensure(connect(server), address, more, before)).live).toBe(before);
    const rewritten = await withSecret(true).ensure(connect(server), address, more, before);
    expect(rewritten.incomplete).toBeUndefined();
    expect(server.received).toHaveLength(1);
    for (const entry of [undefined, unavailable]) {
      const made = await componentKind(knowledgeOf(entry)).ensure(connect(server), address, more, before);
      expect(made).toEqual({ live: before, notes: [] });
    }
  });

  it("is incomplete if a setting that the catalogue says is not secret comes back as a mask", async () => {
    await using server = await startFaultServer((response) =>
      json(response, 200, { ...live, settings: { a: "****", spare: "s" } }),
    );
    const more = { ...declared, settings: { a: "x", spare: null } };
    const made = await withSecret(false).ensure(connect(server), address, more, live);
    expect(made.incomplete).toMatchObject({ name: "NotAcceptedError", fields: ["settings.a"] });
  });

  it("that sends no settings is incomplete if the service shows that one is lost", async () => {
    await using server = await startFaultServer((response) =>
      json(response, 200, { ...live, active: false, settings: null }),
    );
    const before = { ...live, settings: { measurement_id: "G-1" } };
    const made = await componentKind().ensure(connect(server), address, { ...declared, active: false }, before);
    expect(made.incomplete).toMatchObject({ name: "ValueLostError", fields: ["settings.measurement_id"] });
  });
});

it.each([
  ["a component that is no slug", { component: "ga4" }, "organization/component"],
  ["an empty version", { version: "" }, "version"],
  ["a field that is not known", { colour: "red" }, "colour"],
])("%s may not be declared", (_what, fields, named) => {
  const { success, error } = declaredComponent.safeParse({ ...declared, ...fields });
  expect(success).toBe(false);
  expect(JSON.stringify(error?.issues)).toContain(named);
});
