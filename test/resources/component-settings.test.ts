import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { compareSettings, hiddenSettings, secretsAtRisk } from "../../provider/resources/component-settings.ts";

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
        ],
      },
    },
  },
};

function hidden(entry: CatalogueEntry | undefined, settings: Readonly<Record<string, unknown>>): string[] {
  return [...hiddenSettings(entry, { id: "pc_1", component_version: "1.0.0", settings })];
}

describe("a mask", () => {
  it.each(["***", "•••", "ab**********yz", "abcd***", "***wxyz", "redacted", "[HIDDEN]", "<masked>", "(redacted)"])(
    "is %j",
    (value) => {
      expect(hidden(undefined, { value })).toEqual(["value"]);
    },
  );

  it.each([
    ["**"],
    ["/a/path/with/***"],
    ["***/and/more"],
    ["it is hidden"],
    ["hidden away"],
    [""],
    [["***"]],
    [{ redacted: "***" }],
    [null],
  ])("is not %j", (value) => {
    expect(hidden(undefined, { value })).toEqual([]);
  });
});

describe("a secret that its version requires", () => {
  it.each([
    ["left out", {}],
    ["null", { token: null }],
  ])("is hidden where it is %s, and the optional ones with it", (_what, token) => {
    expect(hidden(pixel, { pixel_id: "1", ...token })).toEqual(["token", "spare_token"]);
  });

  it("is not hidden where it is shown, and a missing optional one then is not there", () => {
    expect(hidden(pixel, { pixel_id: "1", token: "t" })).toEqual([]);
    expect(hidden(pixel, { pixel_id: "1", token: "t", spare_token: null })).toEqual([]);
  });

  it("is unknown where the catalogue does not know the version", () => {
    expect([...hiddenSettings(pixel, { id: "pc_1", component_version: "9.0.0", settings: {} })]).toEqual([]);
    expect([...hiddenSettings(pixel, { id: "pc_1", settings: {} })]).toEqual([]);
  });
});

describe("settings declared as null", () => {
  it("are a change of them all where there are any", () => {
    const live = { pixel_id: "1", region: "eu" };
    expect(compareSettings(null, live, nothingHidden, false)).toEqual([
      { path: "settings", from: live, to: null, replace: false },
    ]);
  });

  it("are none where there are none", () => {
    expect(compareSettings(null, {}, nothingHidden, true)).toEqual([]);
  });
});

describe("a hidden secret", () => {
  it("is at risk where settings are declared without it", () => {
    expect(secretsAtRisk({ pixel_id: "1", token: "t" }, new Set(["token", "spare_token"]))).toEqual(["spare_token"]);
    expect(secretsAtRisk({}, new Set(["toString"]))).toEqual(["toString"]);
  });

  it.each([null, undefined])("is at no risk where settings are %s, for then none is written beside it", (declared) => {
    expect(secretsAtRisk(declared, new Set(["token"]))).toEqual([]);
  });
});
