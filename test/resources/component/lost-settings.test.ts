import { expect, it } from "vitest";
import { lostSettings } from "../../../core/resources/component/settings.ts";
import { entryOf, secret, text } from "./entry.ts";

const [mode, region] = [text("mode", { secret: false }), text("region", { secret: false })] as const;
const entry = entryOf({ "1": [mode, region, secret("token")], "2": [mode, secret("token")] });
const settings = { mode: "a", region: "eu", token: "test-token" };
const before = { id: "pc_1", component_id: "cmp_1", component_version: "1", active: true, settings, requests: 1 };

/** What an update of the mode loses, if the service then shows these fields. */
const after = (shown: object) =>
  lostSettings(
    { settings: { mode: "b" } },
    before,
    { ...before, settings: { ...settings, mode: "b" }, ...shown },
    entry,
  );

it("an update loses the place of an edge function, which no version lists", () => {
  const placed = { ...before, settings: { ...settings, edgee_path: "/sorry" } };
  const shown = { ...before, settings: { ...settings, mode: "b" } };
  expect(lostSettings({ settings: { mode: "b" } }, placed, shown, entry)).toEqual(["settings.edgee_path"]);
});

it.each<readonly [what: string, shown: object]>([
  ["nothing", {}],
  ["no settings at all", { settings: undefined }],
  ["another value of a declared setting", { settings: { ...settings, mode: "c" } }],
  ["a secret as a mask", { settings: { ...settings, token: "****" } }],
  ["no secret", { settings: { mode: "b", region: "eu" } }],
  ["a new setting", { settings: { ...settings, spare: "s" } }],
  ["the same values in another form", { active: null, settings: { ...settings, region: "eu\n" } }],
  ["another value of an undeclared setting", { settings: { ...settings, region: "us" } }],
  ["what the service sets", { component_id: "cmp_2", requests: 7, updated_at: "x" }],
])("an update loses no setting if the record shows %s", (_what, shown) => {
  expect(after(shown)).toEqual([]);
});

it("the loss of a setting that the version shown lacks is none", () => {
  expect(after({ component_version: "2", settings: { mode: "b" } })).toEqual([]);
});

it.each([
  ["absent", { mode: "b" }],
  ["empty", { mode: "b", region: "" }],
  ["null", { region: null }],
  ["no settings", null],
])("an undeclared setting is lost that the record shows as %s", (_what, shown) => {
  expect(after({ settings: shown })).toEqual(["settings.region"]);
});

it.each([
  ["x", undefined, ["settings.mode"]],
  ["x", "****", []],
  ["", undefined, []],
  [null, undefined, []],
])("without the catalogue, a declared setting (%j) is lost that the record shows as %j", (mode, shown, lost) => {
  const unknown = { status: "unavailable", slug: "acme/box", reason: "The catalogue is down." } as const;
  const now = { ...before, settings: { ...settings, mode: shown } };
  expect(lostSettings({ settings: { mode } }, before, now, unknown)).toEqual(lost);
});
