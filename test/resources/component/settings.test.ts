import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../provider/api/records.ts";
import type { CatalogueEntry } from "../../../provider/resources/catalogue.ts";
import { hiddenSettings } from "../../../provider/resources/component/hidden-settings.ts";
import { knowledgeOf, NOT_ASKED } from "../../../provider/resources/component/knowledge.ts";
import { compareSettings, mergedSettings, secretsAtRisk } from "../../../provider/resources/component/settings.ts";

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

function record(settings: Readonly<Record<string, unknown>>, version = "1.0.0"): ProjectComponentRecord {
  return { id: "pc_1", component_version: version, settings };
}

function hidden(entry: CatalogueEntry | undefined, settings: Readonly<Record<string, unknown>>): string[] {
  return [...hiddenSettings(entry ?? NOT_ASKED, record(settings))];
}

describe("a masked setting", () => {
  it("may be a word, unless the catalogue says otherwise", () => {
    for (const word of ["redacted", "Hidden", "masked"]) {
      expect(hidden(undefined, { value: word })).toEqual(["value"]);
      expect(hidden(pixel, { pixel_id: word, token: word })).toEqual(["token"]);
    }
  });

  it("is not text that the catalogue says is not secret, nor an option", () => {
    const settings = { pixel_id: "/***", token: "test-token", badge: "<hidden>", tier: "***" };
    expect(hidden(pixel, settings)).toEqual([]);
    expect(hidden(pixel, { ...settings, token: "****", tier: "****" })).toEqual(["token", "tier"]);
    // Unless the catalogue says otherwise, it may be a secret: its mask must not be sent back.
    expect(hidden(pixel, { ...settings, badge: "****" })).toEqual(["badge"]);
  });

  it("may have the mask inside, whatever the catalogue says about the whole", () => {
    expect(hidden(pixel, { token: "test-token", oauth: { token: "****" } })).toEqual(["oauth"]);
  });

  it("is an empty secret, and no other empty text", () => {
    expect(hidden(pixel, { pixel_id: "", token: "" })).toEqual(["token"]);
    expect(hidden(undefined, { value: "" })).toEqual([]);
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
    expect(hidden(pixel, { pixel_id: "1", token: "test-token" })).toEqual([]);
    expect(hidden(pixel, { pixel_id: "1", token: "test-token", spare_token: null })).toEqual([]);
  });

  it("may exist if the catalogue does not know the version", () => {
    const all = ["token", "spare_token", "tier"];
    expect([...hiddenSettings(pixel, record({}, "9.0.0"))]).toEqual(all);
    expect([...hiddenSettings(pixel, { id: "pc_1", settings: {} })]).toEqual(all);
    expect(hidden({ status: "unavailable", slug: "edgee/pixel", reason: "403" }, {})).toEqual([]);
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

describe("settings that are sent", () => {
  const sent = (
    declared: Readonly<Record<string, unknown>>,
    live: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry = pixel,
  ) => mergedSettings(declared, record(live), knowledgeOf(entry));

  it.each(["EAABsb_SECRET_9876", "EAABsb******", "xxxxxxxx", "EAAB", "sha256:1b2c", "", null])(
    "never hold an undeclared secret that is shown as %j",
    (shown) => {
      expect(sent({ pixel_id: "2" }, { pixel_id: "1", token: shown, badge: "<hidden>" })).toEqual({
        pixel_id: "2",
        badge: "<hidden>",
      });
    },
  );

  it("never hold one that only another version calls a secret", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [{ name: "key", type: "string", secret: false }] },
      "2.0.0": { dynamic_fields: [{ name: "key", type: "string", secret: true }] },
    };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    expect(sent({ mode: "m" }, { key: "EAAB" }, entry)).toEqual({ mode: "m" });
  });

  it("hold no text that the version may call a secret that has no description, if the live one is not shown", () => {
    const versions = {
      "1.0.0": { dynamic_fields: [{ name: "mode", type: "string" }] },
      "2.0.0": {},
    };
    const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
    const live = { id: "pc_1", settings: { mode: "a", key: "EAAB" } };
    expect(mergedSettings({ mode: "m" }, live, knowledgeOf(entry))).toEqual({ mode: "m" });
    expect(secretsAtRisk({ mode: "m" }, live, knowledgeOf(entry))).toEqual(["key"]);
    const unlisted: CatalogueEntry = { ...entry, component: {} };
    expect(mergedSettings({ mode: "m" }, live, knowledgeOf(unlisted))).toEqual({ mode: "m" });
    const described = { ...entry, component: { versions: { "1.0.0": versions["1.0.0"] } } };
    expect(mergedSettings({ mode: "m" }, live, knowledgeOf(described))).toEqual({ mode: "m", key: "EAAB" });
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
      expect(mergedSettings({ mode: "m" }, live, knowledgeOf(entry))).toEqual({ mode: "m", key: "k" });
      const masked = record({ mode: "a", key: "EAAB******" }, version);
      expect(mergedSettings({ mode: "m" }, masked, knowledgeOf(entry))).toEqual({ mode: "m" });
    },
  );

  it("hold no mask, no null and no empty text if the catalogue does not describe them", () => {
    const live = { one: "EAABsb******", two: "", three: null, four: "4", five: { token: "****" }, six: 6 };
    expect(sent({ name: "n", four: null }, live, NOT_ASKED)).toEqual({ name: "n", six: 6 });
    expect(sent({ token: "test-token" }, { pixel_id: "" })).toEqual({ token: "test-token", pixel_id: "" });
  });

  it("hold the declared secret, and for a declared null what is live", () => {
    expect(sent({ token: "new" }, { pixel_id: "1", token: "****" })).toEqual({ pixel_id: "1", token: "new" });
    expect(sent({ pixel_id: null, token: null, badge: "hidden" }, { pixel_id: "1", token: "****" })).toEqual({
      pixel_id: "1",
      badge: "hidden",
    });
  });
});

describe("an undeclared secret", () => {
  const atRisk = (
    declared: Readonly<Record<string, unknown>> | null | undefined,
    live: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry = pixel,
  ) => secretsAtRisk(declared, record(live), knowledgeOf(entry));

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
    expect(atRisk({ token: "test-token" }, { pixel_id: "1" })).toEqual(["spare_token", "tier"]);
    // Shown as empty, it may be hidden in that form.
    expect(atRisk({ token: "test-token" }, { pixel_id: "1", token: "" })).toEqual(["spare_token", "tier"]);
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
      expect(compareSettings({ settings }, live, knowledgeOf(pixel), { rewriteSecrets: true })).toEqual([]);
    }
    expect(knowledgeOf(pixel).judge(live, "pixel_id", null, undefined)).toBe("default");
    expect(knowledgeOf(pixel).judge(record({ pixel_id: "" }), "pixel_id", null, undefined)).toBe("same");
    expect(knowledgeOf(pixel).judge(record({}), "pixel_id", null, undefined)).toBe("same");
  });
});

describe("a setting with a mask inside", () => {
  const live = record({ oauth: { client: "c", token: "********" }, name: "n" });

  it("is not compared, unless secrets are rewritten", () => {
    const settings = { oauth: { client: "c", token: "secret" } };
    expect(compareSettings({ settings }, live, knowledgeOf(), {})).toEqual([]);
    expect(
      compareSettings({ settings }, live, knowledgeOf(), { rewriteSecrets: true }).map(({ path }) => path),
    ).toEqual(["settings.oauth"]);
  });
});

it("a setting is an own property of the record, not an inherited one", () => {
  const versions = {
    "1.0.0": { dynamic_fields: [{ name: "constructor", type: "string", required: true, secret: true }] },
  };
  const entry: CatalogueEntry = { status: "found", slug: "a/b", component: { versions } };
  expect(hidden(entry, {})).toEqual(["constructor"]);
  expect(secretsAtRisk({}, record({}), knowledgeOf(entry))).toEqual(["constructor"]);
  const settings = Object.fromEntries([["toString", "a"]]);
  expect(compareSettings({ settings }, record({}), knowledgeOf(), {})).toMatchObject([{ from: null, to: "a" }]);
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
    return [...hiddenSettings(entry, record(settings, "9"))];
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
