import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../provider/api/records.ts";
import { NOT_ASKED, type CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { compareComponent } from "../../../provider/resources/component/compare.ts";
import { liveSecrets } from "../../../provider/resources/component/hidden-settings.ts";
import { judgeSettings } from "../../../provider/resources/component/judge-setting.ts";
import { mergedSettings, secretsAtRisk } from "../../../provider/resources/component/settings.ts";

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
          { name: "mode", type: "string" },
          { name: "oauth", type: "object", secret: false },
        ],
      },
    },
  },
};

function record(settings: Readonly<Record<string, unknown>>, version = "1.0.0"): ProjectComponentRecord {
  return { id: "pc_1", component_version: version, settings };
}

function hidden(entry: CatalogueEntry | undefined, settings: Readonly<Record<string, unknown>>): string[] {
  return [...liveSecrets(entry ?? NOT_ASKED, record(settings)).hidden];
}

describe("a masked setting", () => {
  it("is not text that the catalogue says is not secret", () => {
    const settings = { pixel_id: "***", token: "test-token", mode: "m" };
    expect(hidden(pixel, settings)).toEqual([]);
    // Unless the catalogue says otherwise, it may be a secret: its mask must not be sent back.
    expect(hidden(pixel, { ...settings, token: "****", mode: "****" })).toEqual(["token", "mode"]);
  });

  it("may have the mask inside, whatever the catalogue says about the whole", () => {
    expect(hidden(pixel, { token: "test-token", oauth: { token: "****" } })).toEqual(["oauth"]);
  });

  it("is an empty secret, and an empty text that may be one", () => {
    expect(hidden(pixel, { pixel_id: "", token: "", mode: "" })).toEqual(["token"]);
    expect(hidden(undefined, { value: "" })).toEqual(["value"]);
  });
});

describe("a secret that its version requires", () => {
  it.each([
    ["left out", {}],
    ["null", { token: null }],
  ])("is hidden if it is %s, and the optional ones with it", (_what, token) => {
    expect(hidden(pixel, { pixel_id: "1", ...token })).toEqual(["token", "spare_token"]);
  });

  it("is not hidden if it is shown; then a missing optional one does not exist", () => {
    expect(hidden(pixel, { pixel_id: "1", token: "test-token" })).toEqual([]);
    expect(hidden(pixel, { pixel_id: "1", token: "test-token", spare_token: null })).toEqual([]);
  });

  it("may exist if the catalogue does not describe the version", () => {
    const all = ["token", "spare_token"];
    expect([...liveSecrets(pixel, record({}, "9.0.0")).hidden]).toEqual(all);
    expect([...liveSecrets(pixel, { id: "pc_1", settings: {} }).hidden]).toEqual(all);
    expect(hidden({ status: "unavailable", slug: "edgee/pixel", reason: "403" }, {})).toEqual([]);
  });
});

describe("settings that are sent", () => {
  const sent = (
    declared: Readonly<Record<string, unknown>>,
    live: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry = pixel,
  ) => mergedSettings(declared, record(live), entry);

  it.each(["EAABsb_SECRET_9876", "EAABsb******", "xxxxxxxx", "EAAB", "sha256:1b2c", "", null])(
    "never hold an undeclared secret that is shown as %j",
    (shown) => {
      expect(sent({ pixel_id: "2" }, { pixel_id: "1", token: shown, mode: "m" })).toEqual({
        pixel_id: "2",
        mode: "m",
      });
    },
  );

  it("never hold one that only another version calls a secret", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [{ name: "key", type: "string", secret: false }] },
      "2.0.0": { dynamic_fields: [{ name: "key", type: "string", secret: true }] },
    };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    for (const shown of ["EAAB", "****", "", 0, false]) {
      expect(sent({ mode: "m" }, { key: shown }, entry)).toEqual({ mode: "m" });
      expect(secretsAtRisk({ mode: "m" }, record({ key: shown }), entry)).toEqual(["key"]);
    }
  });

  it("hold no text that no version names, if the live one is not shown", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [{ name: "mode", type: "string" }] },
      "2.0.0": {},
    };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    const live = { id: "pc_1", settings: { mode: "a", key: "EAAB" } };
    expect(mergedSettings({ mode: "m" }, live, entry)).toEqual({ mode: "m" });
    expect(secretsAtRisk({ mode: "m" }, live, entry)).toEqual(["key"]);
    const unlisted: CatalogueEntry = { ...entry, component: {} };
    expect(mergedSettings({ mode: "m" }, live, unlisted)).toEqual({ mode: "m" });
    const described = { ...entry, component: { versions: { "1.0.0": versions["1.0.0"] } } };
    expect(mergedSettings({ mode: "m" }, live, described)).toEqual({ mode: "m" });
  });

  it.each(["", "latest", "v1", "1.0"])(
    "hold what no version calls a secret, if the live one is shown as %j",
    (version) => {
      const fields = [
        { name: "mode", type: "string" },
        { name: "key", type: "string", secret: false },
      ];
      const versions = { "1.0.0": { dynamic_fields: fields } };
      const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
      const live = record({ mode: "a", key: "k" }, version);
      expect(mergedSettings({ mode: "m" }, live, entry)).toEqual({ mode: "m", key: "k" });
      const masked = record({ mode: "a", key: "EAAB******" }, version);
      expect(mergedSettings({ mode: "m" }, masked, entry)).toEqual({ mode: "m" });
    },
  );

  it("hold no mask, no null and no empty text if the catalogue does not describe them", () => {
    const live = { one: "EAABsb******", two: "", three: null, four: "4", five: { token: "****" }, six: 6 };
    expect(sent({ name: "n", four: null }, live, NOT_ASKED)).toEqual({ name: "n", six: 6 });
    expect(sent({ token: "test-token" }, { pixel_id: "" })).toEqual({ token: "test-token", pixel_id: "" });
  });

  it("hold the declared secret, and for a declared null what is live", () => {
    expect(sent({ token: "new" }, { pixel_id: "1", token: "****" })).toEqual({ pixel_id: "1", token: "new" });
    expect(sent({ pixel_id: null, token: null, mode: "m" }, { pixel_id: "1", token: "****" })).toEqual({
      pixel_id: "1",
      mode: "m",
    });
  });
});

describe("a mask is not sent back, and its setting is at risk", () => {
  const masks = ["****", "EAABsb******", "xxxxxxxx", "EAAB…", "[redacted]", { token: "****" }, ["****"]];
  const isKept = (entry: CatalogueEntry, version: string | null, mask: unknown): boolean => {
    const live = { id: "pc_1", component_version: version, settings: { key: mask } };
    const sent = mergedSettings({ mode: "m" }, live, entry);
    const lost = secretsAtRisk({ mode: "m" }, live, entry);
    return !Object.hasOwn(sent, "key") && lost.includes("key");
  };

  it.each([
    ["that is called a secret", { secret: true }],
    ["whose flag is left out", {}],
  ])("for a setting %s, in a version that is listed, not listed, not described or not shown", (_what, flag) => {
    const fields = [{ name: "key", type: "string", ...flag }];
    const versions = { "1": { dynamic_fields: fields }, "2": {} };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    for (const version of ["1", "2", "3", null]) {
      expect(masks.filter((mask) => !isKept(entry, version, mask))).toEqual([]);
    }
  });

  it("for a setting that no version names, and where the catalogue cannot be asked", () => {
    const versions = { "1": { dynamic_fields: [] }, "2": {} };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    for (const version of ["1", "2", "3", null]) {
      expect(masks.filter((mask) => !isKept(entry, version, mask))).toEqual([]);
      expect(masks.filter((mask) => !isKept(NOT_ASKED, version, mask))).toEqual([]);
    }
  });
});

describe("an undeclared secret", () => {
  const atRisk = (
    declared: Readonly<Record<string, unknown>> | null | undefined,
    live: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry = pixel,
  ) => secretsAtRisk(declared, record(live), entry);

  it.each(["EAABsb_SECRET_9876", "EAABsb******", "xxxxxxxx", "EAAB", "sha256:1b2c", ""])(
    "could be lost if it is shown as %j",
    (shown) => {
      expect(atRisk({ pixel_id: "2" }, { pixel_id: "1", token: "test-token", spare_token: shown })).toEqual([
        "token",
        "spare_token",
      ]);
      expect(
        atRisk({ pixel_id: "2", token: "test-token", spare_token: null }, { token: "test-token", spare_token: shown }),
      ).toEqual([]);
    },
  );

  it.each([{}, { token: null }])("could be lost if the version requires it, shown as %j", (live) => {
    expect(atRisk({ pixel_id: "2" }, { pixel_id: "1", ...live, spare_token: "s" })).toContain("token");
  });

  it("could be lost if nothing shows that the service shows secrets at all", () => {
    expect(atRisk({ token: "test-token" }, { pixel_id: "1" })).toEqual(["spare_token"]);
    // Shown as empty, it may be hidden in that form.
    expect(atRisk({ token: "test-token" }, { pixel_id: "1", token: "" })).toEqual(["spare_token"]);
    expect(atRisk({ token: "test-token" }, { pixel_id: "1", token: "****" })).toEqual([]);
    expect(atRisk({ token: "test-token" }, { pixel_id: "1", token: "test-token" })).toEqual([]);
  });

  it("does not exist if the live version does not have it, and it is not live", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [{ name: "mode", type: "string" }] },
      "2.0.0": { dynamic_fields: [{ name: "key", type: "string", secret: true, required: true }] },
    };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    expect(atRisk({ mode: "m" }, { mode: "n" }, entry)).toEqual([]);
    expect(atRisk({ mode: "m" }, { mode: "n", key: "****" }, entry)).toEqual(["key"]);
  });

  it("may be anything but a number, if the catalogue does not say what is secret", () => {
    const live = { oauth: { token: "********" }, plain: "p", empty: "", none: null, size: 5, on: false };
    expect(atRisk({ name: "n" }, live, NOT_ASKED)).toEqual(["oauth", "plain", "empty"]);
    expect(atRisk({ plain: "q", empty: null }, live, NOT_ASKED)).toEqual(["oauth"]);
    expect(atRisk({}, { toString: "****" }, NOT_ASKED)).toEqual(["toString"]);
  });
});

describe("settings declared as null", () => {
  it("are no change, because no default is documented: what is live may be it", () => {
    const live = record({ pixel_id: "1", token: "****" });
    for (const settings of [null, { pixel_id: null, token: null, spare_token: null }]) {
      expect(compareComponent({ component: "a/b", settings }, live, pixel, true)).toEqual([]);
    }
    expect(judgeSettings({ settings: { pixel_id: null } }, live, pixel)[0]?.verdict).toBe("default");
    expect(judgeSettings({ settings: { pixel_id: null } }, record({ pixel_id: "" }), pixel)[0]?.verdict).toBe("same");
    expect(judgeSettings({ settings: { pixel_id: null } }, record({}), pixel)[0]?.verdict).toBe("same");
  });
});

describe("a declared secret", () => {
  const paths = (
    settings: Readonly<Record<string, unknown>>,
    live: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry = pixel,
    resends = false,
  ) => compareComponent({ component: "a/b", settings }, record(live), entry, resends).map(({ path }) => path);
  const token = { token: "EAABsb_SECRET_9876" };

  it.each([
    {},
    { token: null },
    { token: "" },
    { token: "EAABsb******" },
    { token: "xxxxxxxx" },
    { token: "[redacted]" },
  ])("is not compared with %j, but sent if secrets are rewritten", (live) => {
    for (const entry of [pixel, NOT_ASKED]) {
      expect(paths(token, live, entry)).toEqual([]);
      expect(paths(token, live, entry, true)).toEqual(["settings.token"]);
    }
  });

  it.each(["EAAB", "9876", "sha256:1b2c", "hidden", "another", true, 7])("differs from the shown %j", (shown) => {
    expect(paths(token, { token: shown })).toEqual(["settings.token"]);
    expect(paths(token, { token: shown }, NOT_ASKED)).toEqual(["settings.token"]);
  });

  it("that is optional and absent is a change if the record shows another secret: then it is not set", () => {
    const spare = { spare_token: "spare" };
    expect(paths(spare, { token: "****" })).toEqual(["settings.spare_token"]);
    expect(paths(spare, { token: "" })).toEqual([]);
    expect(paths(spare, {})).toEqual([]);
  });

  it("of another version than the live one is a change: the live one cannot have it", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [] },
      "2.0.0": { dynamic_fields: [{ name: "token", type: "string", secret: true }] },
    };
    expect(paths(token, {}, { status: "found", slug: "a/b", component: { versions } })).toEqual(["settings.token"]);
  });
});

describe("a setting with a mask inside", () => {
  const live = record({ oauth: { client: "c", token: "********" }, name: "n" });

  it("is not compared, unless secrets are rewritten", () => {
    const settings = { oauth: { client: "c", token: "secret" } };
    expect(compareComponent({ component: "a/b", settings }, live, NOT_ASKED)).toEqual([]);
    expect(compareComponent({ component: "a/b", settings }, live, NOT_ASKED, true).map(({ path }) => path)).toEqual([
      "settings.oauth",
    ]);
  });
});

it("a setting is an own property of the record, not an inherited one", () => {
  const versions = {
    "1.0.0": { dynamic_fields: [{ name: "constructor", type: "string", required: true, secret: true }] },
  };
  const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
  expect(hidden(entry, {})).toEqual(["constructor"]);
  expect(secretsAtRisk({}, record({}), entry)).toEqual(["constructor"]);
  const settings = Object.fromEntries([["toString", "a"]]);
  expect(compareComponent({ component: "a/b", settings }, record({}), pixel)).toMatchObject([{ from: null, to: "a" }]);
});
