import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../core/api/records.ts";
import { NOT_ASKED, type CatalogueEntry } from "../../../core/resources/catalogue.ts";
import { compareComponent } from "../../../core/resources/component/compare.ts";
import { liveSecrets } from "../../../core/resources/component/masked-settings.ts";
import { judgeSettings } from "../../../core/resources/component/judge-setting.ts";
import { mergedSettings, secretsAtRisk } from "../../../core/resources/component/settings.ts";
import { entryOf, secret, text } from "./entry.ts";

type Settings = Readonly<Record<string, unknown>>;

const pixel = entryOf({
  "1.0.0": [
    text("pixel_id", { required: true, secret: false }),
    secret("token", { required: true }),
    secret("spare_token", { required: false }),
    text("mode"),
    { name: "oauth", type: "object", secret: false },
  ],
});

const record = (settings: Settings, version: string | null = "1.0.0"): ProjectComponentRecord => ({
  id: "pc_1",
  component_version: version,
  settings,
});
const hidden = (entry: CatalogueEntry, settings: Settings, version?: string | null): string[] => [
  ...liveSecrets(entry, record(settings, version)).hidden,
];
const sent = (declared: Settings, live: Settings, entry: CatalogueEntry = pixel, version?: string | null): Settings =>
  mergedSettings(declared, record(live, version), entry);
const atRisk = (declared: Settings, live: Settings, entry: CatalogueEntry = pixel, version?: string | null) =>
  secretsAtRisk(declared, record(live, version), entry);
/** The settings that differ. */
const changed = (
  settings: Settings | null,
  live: Settings,
  entry: CatalogueEntry = pixel,
  forceSecrets = false,
): string[] =>
  compareComponent({ component: "a/b", settings }, record(live), entry, forceSecrets).map(({ path }) => path);

describe("a masked setting", () => {
  it("is any text that looks like one, also of a setting that is no secret; it is compared all the same", () => {
    const settings = { pixel_id: "***", token: "test-token", mode: "m" };
    expect(hidden(pixel, settings)).toEqual(["pixel_id"]);
    expect(sent({ mode: "n" }, settings)).not.toHaveProperty("pixel_id");
    expect(changed({ pixel_id: "1" }, settings)).toEqual(["settings.pixel_id"]);
    // Unless the catalogue says otherwise, it may be a secret: its mask must not be sent back.
    expect(hidden(pixel, { ...settings, token: "****", mode: "****" })).toEqual(["pixel_id", "token", "mode"]);
  });

  it("is a placement, which the catalogue does not describe", () => {
    expect(hidden(pixel, { token: "test-token", edgee_path: "****", edgee_path_prefix: "/a" })).toEqual(["edgee_path"]);
    expect(sent({ pixel_id: "2" }, { pixel_id: "1", token: "test-token", edgee_path: "****" })).not.toHaveProperty(
      "edgee_path",
    );
  });

  it("may have the mask inside, whatever the catalogue says about the whole", () => {
    expect(hidden(pixel, { token: "test-token", oauth: { token: "****" } })).toEqual(["oauth"]);
  });

  it("is an empty secret, and an empty text that may be one", () => {
    expect(hidden(pixel, { pixel_id: "", token: "", mode: "" })).toEqual(["token"]);
    expect(hidden(NOT_ASKED, { value: "" })).toEqual(["value"]);
  });
});

it("a live number or boolean goes back as one, also if the service shows it as text", () => {
  const typed = entryOf({
    "1.0.0": [
      text("id"),
      { name: "rate", type: "number", required: false },
      { name: "debug", type: "bool", required: false },
    ],
  });
  const live = { id: "7", rate: "0.50", debug: "true" };
  expect(sent({ id: "8" }, live, typed)).toEqual({ id: "8", rate: 0.5, debug: true });
  expect(sent({ id: "8" }, { rate: "none", debug: "maybe" }, typed)).toEqual({ id: "8", rate: "none", debug: "maybe" });
});

describe("a secret that its version requires", () => {
  it("is hidden if it is left out or null, and the optional ones with it", () => {
    for (const token of [{}, { token: null }])
      expect(hidden(pixel, { pixel_id: "1", ...token })).toEqual(["token", "spare_token"]);
  });

  it("is not hidden if it is shown; then a missing optional one does not exist", () => {
    for (const spare of [{}, { spare_token: null }])
      expect(hidden(pixel, { pixel_id: "1", token: "test-token", ...spare })).toEqual([]);
  });

  it("may exist if the catalogue does not describe the version", () => {
    for (const version of ["9.0.0", null]) expect(hidden(pixel, {}, version)).toEqual(["token", "spare_token"]);
    expect(hidden({ status: "unavailable", slug: "edgee/pixel", reason: "403" }, {})).toEqual([]);
  });
});

describe("settings that are sent", () => {
  it.each(["EAABsb_SECRET_9876", "EAABsb******", "xxxxxxxx", "EAAB", "sha256:1b2c", "", null])(
    "never hold an undeclared secret that is shown as %j",
    (shown) => {
      const live = { pixel_id: "1", token: shown, mode: "m" };
      expect(sent({ pixel_id: "2" }, live)).toEqual({ pixel_id: "2", mode: "m" });
    },
  );

  it("never hold one that only another version calls a secret", () => {
    const entry = entryOf({ "1.0.0": [text("key", { secret: false })], "2.0.0": [secret("key")] });
    for (const shown of ["EAAB", "****", "", 0, false]) {
      expect(sent({ mode: "m" }, { key: shown }, entry)).toEqual({ mode: "m" });
      expect(atRisk({ mode: "m" }, { key: shown }, entry)).toEqual(["key"]);
    }
  });

  it("hold no text that no version names, if the live one is not shown", () => {
    const live = { mode: "a", key: "EAAB" };
    const undescribed = entryOf({ "1.0.0": [text("mode")], "2.0.0": undefined });
    for (const entry of [undescribed, { ...undescribed, component: {} }, entryOf({ "1.0.0": [text("mode")] })])
      expect(sent({ mode: "m" }, live, entry, null)).toEqual({ mode: "m" });
    expect(atRisk({ mode: "m" }, live, undescribed, null)).toEqual(["key"]);
  });

  it.each(["", "latest", "v1", "1.0"])(
    "hold what no version calls a secret, if the live one is shown as %j",
    (version) => {
      const entry = entryOf({ "1.0.0": [text("mode"), text("key", { secret: false })] });
      expect(sent({ mode: "m" }, { mode: "a", key: "k" }, entry, version)).toEqual({ mode: "m", key: "k" });
      expect(sent({ mode: "m" }, { mode: "a", key: "EAAB******" }, entry, version)).toEqual({ mode: "m" });
    },
  );

  it("hold no mask, no null and no empty text if the catalogue does not describe them", () => {
    const live = { one: "EAABsb******", two: "", three: null, four: "4", five: { token: "****" }, six: 6 };
    expect(sent({ name: "n", four: null }, live, NOT_ASKED)).toEqual({ name: "n", six: 6 });
    expect(sent({ token: "test-token" }, { pixel_id: "" })).toEqual({ token: "test-token", pixel_id: "" });
  });

  it("hold the declared secret, and for a declared null what is live", () => {
    const live = { pixel_id: "1", token: "****" };
    expect(sent({ token: "new" }, live)).toEqual({ pixel_id: "1", token: "new" });
    expect(sent({ pixel_id: null, token: null, mode: "m" }, live)).toEqual({ pixel_id: "1", mode: "m" });
  });
});

describe("a mask is not sent back, and its setting is at risk", () => {
  const masks = ["****", "EAABsb******", "xxxxxxxx", "EAAB…", "[redacted]", { token: "****" }, ["****"]];

  it.each([
    ["that is called a secret", entryOf({ "1": [secret("key")], "2": undefined })],
    ["whose flag is left out", entryOf({ "1": [text("key")], "2": undefined })],
    ["that no version names", entryOf({ "1": [], "2": undefined })],
    ["if the catalogue cannot be asked", NOT_ASKED],
  ])("for a setting %s, in a version that is listed, not listed, not described or not shown", (_what, entry) => {
    for (const version of ["1", "2", "3", null]) {
      for (const key of masks) {
        expect(sent({ mode: "m" }, { key }, entry, version)).not.toHaveProperty("key");
        expect(atRisk({ mode: "m" }, { key }, entry, version)).toContain("key");
      }
    }
  });
});

describe("an undeclared secret", () => {
  it.each(["EAABsb_SECRET_9876", "EAABsb******", "xxxxxxxx", "EAAB", "sha256:1b2c", ""])(
    "could be lost if it is shown as %j",
    (spare_token) => {
      const live = { pixel_id: "1", token: "test-token", spare_token };
      expect(atRisk({ pixel_id: "2" }, live)).toEqual(["token", "spare_token"]);
      expect(atRisk({ pixel_id: "2", token: "test-token", spare_token: null }, live)).toEqual([]);
    },
  );

  it.each([{}, { token: null }])("could be lost if the version requires it, shown as %j", (live) => {
    expect(atRisk({ pixel_id: "2" }, { pixel_id: "1", ...live, spare_token: "s" })).toContain("token");
  });

  it("could be lost if nothing shows that the service shows secrets at all", () => {
    // Shown as empty, it may be hidden in that form.
    for (const token of [{}, { token: "" }])
      expect(atRisk({ token: "test-token" }, { pixel_id: "1", ...token })).toEqual(["spare_token"]);
    for (const token of ["****", "test-token"])
      expect(atRisk({ token: "test-token" }, { pixel_id: "1", token })).toEqual([]);
  });

  it("does not exist if the live version does not have it, and it is not live", () => {
    const entry = entryOf({ "1.0.0": [text("mode")], "2.0.0": [secret("key", { required: true })] });
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

it("settings declared as null are no change, because no default is documented: what is live may be it", () => {
  for (const settings of [null, { pixel_id: null, token: null, spare_token: null }])
    expect(changed(settings, { pixel_id: "1", token: "****" }, pixel, true)).toEqual([]);
  const verdicts = [{ pixel_id: "1" }, { pixel_id: "" }, {}].map(
    (live) => judgeSettings({ settings: { pixel_id: null } }, record(live), pixel)[0]?.verdict,
  );
  expect(verdicts).toEqual(["default", "same", "same"]);
});

describe("a declared secret", () => {
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
      expect(changed(token, live, entry)).toEqual([]);
      expect(changed(token, live, entry, true)).toEqual(["settings.token"]);
    }
  });

  it.each(["EAAB", "9876", "sha256:1b2c", "hidden", "another", true, 7])("differs from the shown %j", (shown) => {
    for (const entry of [pixel, NOT_ASKED]) expect(changed(token, { token: shown }, entry)).toEqual(["settings.token"]);
  });

  it("that is optional and absent is a change if the record shows another secret: then it is not set", () => {
    const spare = { spare_token: "spare" };
    expect(changed(spare, { token: "****" })).toEqual(["settings.spare_token"]);
    for (const live of [{ token: "" }, {}]) expect(changed(spare, live)).toEqual([]);
  });

  it("of another version than the live one is a change: the live one cannot have it", () => {
    expect(changed(token, {}, entryOf({ "1.0.0": [], "2.0.0": [secret("token")] }))).toEqual(["settings.token"]);
  });

  it("inside another value hides it: it is not compared, unless secrets are rewritten", () => {
    const live = { oauth: { client: "c", token: "********" }, name: "n" };
    const settings = { oauth: { client: "c", token: "secret" } };
    expect(changed(settings, live, NOT_ASKED)).toEqual([]);
    expect(changed(settings, live, NOT_ASKED, true)).toEqual(["settings.oauth"]);
  });
});

it("a setting is an own property of the record, not an inherited one", () => {
  const entry = entryOf({ "1.0.0": [secret("constructor", { required: true })] });
  expect(hidden(entry, {})).toEqual(["constructor"]);
  expect(atRisk({}, {}, entry)).toEqual(["constructor"]);
  const settings = Object.fromEntries([["toString", "a"]]);
  expect(compareComponent({ component: "a/b", settings }, record({}), pixel)).toMatchObject([{ from: null, to: "a" }]);
});
