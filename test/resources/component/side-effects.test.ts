import { expect, it } from "vitest";
import type { CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { knowledgeOf } from "../../../provider/resources/component/knowledge.ts";
import { sideEffects } from "../../../provider/resources/component/side-effects.ts";

const field = (name: string, secret = false) => ({ name, type: "string", secret });
const entry: CatalogueEntry = {
  status: "found",
  slug: "acme/box",
  component: {
    versions: {
      "1": { dynamic_fields: [field("mode"), field("region"), field("token", true)] },
      "2": { dynamic_fields: [field("mode"), field("token", true)] },
    },
  },
};
const settings = { mode: "a", region: "eu", token: "test-token" };
const before = { id: "pc_1", component_id: "cmp_1", component_version: "1", active: true, settings, requests: 1 };

/** What an update of the mode does besides, if the service then shows these fields. */
const after = (shown: object, body: Readonly<Record<string, unknown>> = { settings: { ...settings, mode: "b" } }) =>
  sideEffects(
    { declared: { component: "acme/box", settings: { mode: "b" } }, knowledge: knowledgeOf(entry) },
    before,
    body,
    { ...before, settings: { ...settings, mode: "b" }, ...shown },
  );

it.each<readonly [what: string, shown: object]>([
  ["nothing", {}],
  ["no settings at all", { settings: undefined }],
  ["another value of a declared setting", { settings: { ...settings, mode: "c" } }],
  ["a secret as a mask", { settings: { ...settings, token: "****" } }],
  ["no secret", { settings: { mode: "b", region: "eu" } }],
  ["a new setting", { settings: { ...settings, spare: "s" } }],
  ["the same values in another form", { active: null, settings: { ...settings, region: "eu\n" } }],
  ["active as a text", { active: "true" }],
  ["what the service sets", { component_id: "cmp_2", requests: 7, updated_at: "x" }],
])("an update has no side effect if the record shows %s", (_what, shown) => {
  expect(after(shown)).toEqual({ lost: [], changed: [] });
});

it("what was sent is no side effect, nor is the loss of a setting that the version sent lacks", () => {
  const body = { active: false, component_version: "2" };
  expect(after({ ...body, settings: { mode: "b" } }, body)).toEqual({ lost: [], changed: [] });
});

it("a field that the record leaves out is not judged", () => {
  const { active: _, component_version: _version, ...shown } = before;
  const declared = { component: "acme/box" };
  expect(sideEffects({ declared, knowledge: knowledgeOf(entry) }, before, {}, shown)).toEqual({
    lost: [],
    changed: [],
  });
});

it.each([
  ["absent", { mode: "b" }],
  ["empty", { mode: "b", region: "" }],
  ["null", { region: null }],
])("an undeclared setting is lost that the record shows as %s", (_what, shown) => {
  expect(after({ settings: shown })).toEqual({ lost: ["settings.region"], changed: [] });
});

it("all undeclared settings are lost that a record without any shows", () => {
  expect(after({ settings: null })).toEqual({ lost: ["settings.region"], changed: [] });
});

it.each<readonly [what: string, shown: object, changed: string]>([
  ["active", { active: false }, "active"],
  ["the version", { component_version: "9" }, "version"],
  ["a setting", { settings: { ...settings, region: "us" } }, "settings.region"],
])("another value of what is not declared is a change: %s", (_what, shown, changed) => {
  expect(after(shown)).toEqual({ lost: [], changed: [changed] });
});
