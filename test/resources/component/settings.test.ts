import { NOT_ASKED } from "../../../provider/resources/component/knowledge.ts";
import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { hasMask, hiddenSettings } from "../../../provider/resources/component/hidden-settings.ts";
import {
  compareSettings,
  mergedSettings,
  secretsAtRisk,
  settingsChanged,
} from "../../../provider/resources/component/settings.ts";

const nothingHidden: ReadonlySet<string> = new Set();

const pixel: CatalogueEntry = {
  status: "found",
  slug: "edgee/pixel",
  component: {
    versions: {
      "1.0.0": {
        dynamic_fields: [
          { name: "pixel_id", type: "string", required: true, secret: false },
          { name: "token", type: "string", required: true, secret: true },
          { name: "spare_token", type: "string", required: false, secret: true },
          { name: "badge", type: "string", options: ["hidden", "<hidden>"] },
          { name: "tier", type: "string", required: false, secret: true, options: ["***", "gold"] },
          { name: "oauth", type: "object", secret: false },
        ],
      },
    },
  },
};

function hidden(entry: CatalogueEntry | undefined, settings: Readonly<Record<string, unknown>>): string[] {
  return [...hiddenSettings(entry ?? NOT_ASKED, { id: "pc_1", component_version: "1.0.0", settings })];
}

describe("a mask", () => {
  it.each([
    ["***"],
    ["•••"],
    ["ab**********yz"],
    ["abcd***"],
    ["***wxyz"],
    ["[redacted]"],
    ["[HIDDEN]"],
    ["<masked>"],
    ["(redacted)"],
    [["***"]],
    [{ token: "***" }],
    [{ list: [1, null, { deep: "[hidden]" }] }],
    ["REDACTED"],
    [["HIDDEN"]],
  ])("is %j", (value) => {
    expect(hasMask(value)).toBe(true);
    expect(hidden(undefined, { value })).toEqual(["value"]);
  });

  it.each([
    ["**"],
    ["/a/path/with/***"],
    ["***/and/more"],
    ["it is hidden"],
    ["hidden away"],
    [""],
    [["**"]],
    [{ banner: "hidden" }],
    [{ "***": "shown" }],
    [null],
    [0],
    [undefined],
  ])("is not %j", (value) => {
    expect(hasMask(value)).toBe(false);
    expect(hidden(undefined, { value })).toEqual([]);
  });

  it.each(["redacted", "Hidden", "masked"])("may be the word %s, unless the catalogue says otherwise", (word) => {
    expect(hidden(undefined, { value: word })).toEqual(["value"]);
    expect(hidden(pixel, { pixel_id: word, token: word })).toEqual(["token"]);
    expect(hasMask(word)).toBe(false);
  });

  it("is not in text that the catalogue says is not secret, nor in an option", () => {
    const settings = { pixel_id: "/***", token: "t", badge: "<hidden>", tier: "***" };
    expect(hidden(pixel, settings)).toEqual([]);
    expect(hidden(pixel, { ...settings, token: "****", tier: "****" })).toEqual(["token", "tier"]);
    // Unless the catalogue says otherwise, it may be a secret: its mask must not be sent back.
    expect(hidden(pixel, { ...settings, badge: "****" })).toEqual(["badge"]);
  });

  it("may be inside a value, whatever the catalogue says about the whole", () => {
    expect(hidden(pixel, { token: "t", oauth: { token: "****" } })).toEqual(["oauth"]);
  });
});

describe("a secret that its version requires", () => {
  it.each([
    ["left out", {}],
    ["null", { token: null }],
  ])("is hidden if it is %s, and the optional ones with it", (_what, token) => {
    expect(hidden(pixel, { pixel_id: "1", ...token })).toEqual(["token", "spare_token", "tier"]);
  });

  it("is not hidden if it is shown; then a missing optional one does not exist", () => {
    expect(hidden(pixel, { pixel_id: "1", token: "t" })).toEqual([]);
    expect(hidden(pixel, { pixel_id: "1", token: "t", spare_token: null })).toEqual([]);
  });

  it("may exist if the catalogue does not know the version", () => {
    const all = ["token", "spare_token", "tier"];
    expect([...hiddenSettings(pixel, { id: "pc_1", component_version: "9.0.0", settings: {} })]).toEqual(all);
    expect([...hiddenSettings(pixel, { id: "pc_1", settings: {} })]).toEqual(all);
    expect([
      ...hiddenSettings({ ...pixel, status: "unavailable", reason: "403" }, { id: "pc_1", settings: {} }),
    ]).toEqual([]);
  });

  it("is judged by the strictest version if the version is not known", () => {
    const two: CatalogueEntry = {
      status: "found",
      slug: "edgee/two",
      component: {
        versions: {
          "1": {
            dynamic_fields: [
              { name: "key", type: "string", secret: true },
              { name: "mode", type: "string", secret: false },
            ],
          },
          "2": {
            dynamic_fields: [
              { name: "key", type: "string", required: true },
              { name: "mode", type: "string" },
            ],
          },
        },
      },
    };
    expect([...hiddenSettings(two, { id: "pc_1", settings: {} })]).toEqual(["key"]);
    expect([...hiddenSettings(two, { id: "pc_1", settings: { key: "k", mode: "****" } })]).toEqual(["mode"]);
  });
});

describe("settings declared as null", () => {
  it("change all settings if there are any", () => {
    const live = { pixel_id: "1", region: "eu" };
    expect(compareSettings(null, live, nothingHidden, false)).toEqual([
      { path: "settings", from: live, to: null, replace: false },
    ]);
  });

  it("are no change if there are no settings", () => {
    expect(compareSettings(null, {}, nothingHidden, true)).toEqual([]);
  });
});

describe("a hidden secret", () => {
  it("is at risk if settings are declared without it", () => {
    expect(secretsAtRisk({ pixel_id: "1", token: "t" }, new Set(["token", "spare_token"]))).toEqual(["spare_token"]);
    expect(secretsAtRisk({}, new Set(["toString"]))).toEqual(["toString"]);
  });

  it.each([null, undefined])("is not at risk if settings are %s, because then no settings are written", (declared) => {
    expect(secretsAtRisk(declared, new Set(["token"]))).toEqual([]);
  });
});

describe("a setting with a mask inside", () => {
  const live = { oauth: { client: "c", token: "********" }, name: "n" };
  const hiddenOne = hiddenSettings(NOT_ASKED, { id: "pc_1", settings: live });

  it("is not compared, unless secrets are rewritten", () => {
    const declared = { oauth: { client: "c", token: "secret" } };
    expect(compareSettings(declared, live, hiddenOne, false)).toEqual([]);
    expect(compareSettings(declared, live, hiddenOne, true).map(({ path }) => path)).toEqual(["settings.oauth"]);
  });

  it("is never sent back, and is at risk if it is not declared", () => {
    expect(mergedSettings({ name: "m" }, live, hiddenOne)).toEqual({ name: "m" });
    expect(secretsAtRisk({ name: "m" }, hiddenOne)).toEqual(["oauth"]);
  });

  it("is not judged by its change", () => {
    const after = { oauth: "[hidden]", name: "m" };
    expect(settingsChanged({}, live, after, hiddenOne)).toEqual(["name"]);
    expect(settingsChanged({ name: "m" }, live, after, new Set())).toEqual(["oauth"]);
  });
});

it("a setting is an own property of the record, not an inherited one", () => {
  const entry: CatalogueEntry = {
    status: "found",
    slug: "a/b",
    component: {
      versions: {
        "1.0.0": { dynamic_fields: [{ name: "constructor", type: "string", required: true, secret: true }] },
      },
    },
  };
  expect(hidden(entry, {})).toEqual(["constructor"]);
  expect(compareSettings({ toString: "a" }, {}, nothingHidden, false)).toMatchObject([{ from: null, to: "a" }]);
  expect(settingsChanged({}, { toString: "a" }, {}, nothingHidden)).toEqual(["toString"]);
});

describe("the hidden settings of a live version that the catalogue does not describe", () => {
  const token = (secret?: boolean, required?: boolean) => ({
    name: "token",
    type: "string",
    ...(secret === undefined ? {} : { secret }),
    ...(required === undefined ? {} : { required }),
  });
  type Token = ReturnType<typeof token>;
  const hiddenIn = (one: Token, other: Token, settings: Readonly<Record<string, unknown>>): string[] => {
    const versions = { "1": { dynamic_fields: [one] }, "2": { dynamic_fields: [other] } };
    const entry: CatalogueEntry = { status: "found", slug: "acme/box", component: { versions } };
    return [...hiddenSettings(entry, { id: "pc_1", component_version: "9", settings })];
  };

  it.each([
    ["the first version", token(true, true), token(false, false)],
    ["the second version", token(false, false), token(true, true)],
    ["one version each", token(true, false), token(false, true)],
  ])("hold a missing setting that %s calls secret and required", (_what, one, other) => {
    expect(hiddenIn(one, other, {})).toEqual(["token"]);
  });

  it.each([
    ["no version calls secret", token(false, true), token(undefined, true)],
    ["no version requires", token(true, false), token(true)],
  ])("do not hold a missing setting that %s", (_what, one, other) => {
    expect(hiddenIn(one, other, {})).toEqual([]);
  });

  it("hold a masked value, unless all versions call it no secret", () => {
    expect(hiddenIn(token(false), token(false), { token: "****" })).toEqual([]);
    expect(hiddenIn(token(false), token(), { token: "****" })).toEqual(["token"]);
    expect(hiddenIn(token(), token(false), { token: "****" })).toEqual(["token"]);
  });
});
