import { describe, expect, it } from "vitest";
import { defaultCatalogue } from "../../../emulator/default-catalogue.ts";
import { componentRecord } from "../../../core/api/records.ts";
import type { CatalogueEntry } from "../../../core/resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../../core/resources/component/check-catalogue.ts";
import { entryOf, text } from "./entry.ts";

/** An entry of the emulator's catalogue. */
const found = (slug: string): CatalogueEntry => ({
  status: "found",
  slug,
  component: componentRecord.parse(defaultCatalogue.find((component) => component.slug === slug)),
});
const GA4 = found("edgee/ga4");
const META = found("edgee/meta-capi");
/** A catalogue entry that describes no version. */
const listing = (...names: readonly string[]) => entryOf(Object.fromEntries(names.map((name) => [name, undefined])));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `1.${index}.0`);

type Declared = Omit<Parameters<typeof checkAgainstCatalogue>[1], "pending" | "live">;

function check(of: CatalogueEntry, declared: Declared, { pending = [] as string[], live = false } = {}): string[] {
  return checkAgainstCatalogue(of, { ...declared, pending: new Set(pending), live }).map(
    ({ level, field, setting, message }) =>
      `${level} ${field}${setting === undefined ? "" : `.${setting}`}: ${message}`,
  );
}

describe("a declaration", () => {
  it("that is right has no findings", () => {
    const settings = { pixel_id: "1", access_token: "test-token", region: "eu" };
    for (const version of ["2.0.1", "latest"]) expect(check(META, { version, settings })).toEqual([]);
    expect(check(META, { settings: { ...settings, region: null } })).toEqual([]);
    expect(check(GA4, { settings: { measurement_id: "", anonymize_ip: false, sample_rate: 0 } })).toEqual([]);
  });

  it.each([
    { type: "number", options: ["1", "2"], value: 3 },
    { type: "datetime", value: { at: 7 } },
  ])("may have any value of a $type: only texts are checked against options", ({ value, ...field }) => {
    expect(check(entryOf({ "1": [{ name: "a", ...field }] }), { version: "1", settings: { a: value } })).toEqual([]);
  });
});

describe("the settings that place an edge function", () => {
  const placed = { edgee_path: "/sorry", edgee_function_active_methods: ["GET"] };

  it("are accepted for each component, with any value, although no version lists them", () => {
    for (const live of [true, false]) {
      expect(check(found("edgee/maintenance-page"), { version: "1.0.0", settings: placed }, { live })).toEqual([]);
    }
    expect(check(entryOf({ "1": [] }), { version: "1" }, { pending: ["edgee_path_prefix"] })).toEqual([]);
  });

  it("are warned about if both the path and its prefix are declared", () => {
    const both = { ...placed, edgee_path_prefix: "/s" };
    expect(check(entryOf({ "1": [] }), { version: "1", settings: both })).toEqual([
      "warning settings: acme/box 1 has edgee_path and edgee_path_prefix: with both, it is likely to run on no request. Keep one.",
    ]);
    expect(check(entryOf({ "1": [] }), { version: "1", settings: { ...both, edgee_path: null } })).toEqual([]);
  });
});

describe("a version", () => {
  it.each<[of: CatalogueEntry, version: string | undefined, finds: string]>([
    [GA4, "9.9.9", "error: edgee/ga4 has no version 9.9.9. Existing versions: 1.0.0, 1.1.0, 1.2.0."],
    [GA4, "v1.2.0", "error: edgee/ga4 has no version v1.2.0. Did you mean 1.2.0? Existing versions: 1.0.0, 1.1.0"],
    [GA4, "constructor", "error: edgee/ga4 has no version constructor. Existing versions: 1.0.0, 1.1.0, 1.2.0."],
    [listing(...numbered(10)), "2.0.0", ` Existing versions: ${numbered(10).join(", ")}.`],
    [listing(...numbered(300)), "33.33.33", "33. Existing versions: …, 1.290.0, 1.291.0, "],
    [listing("1"), "next", "error: acme/box has no version next. Existing versions: 1."],
    [listing(), "2.0.0", "error: acme/box has no version 2.0.0. The catalogue lists no versions."],
    [listing(), "latest", "error: The catalogue names no latest version of acme/box."],
    [listing(), undefined, "warning: The catalogue names no latest version of acme/box."],
    [
      entryOf({ "1.0.0": [] }, { latest_version: "2.0.0" }),
      "latest",
      "error: acme/box has no version 2.0.0. Did you mean 1.0.0? Existing versions: 1.0.0.",
    ],
    [
      entryOf({}, { latest_version: "2.0.0" }),
      undefined,
      "warning: acme/box has no version 2.0.0. The catalogue lists no versions.",
    ],
  ])("that does not exist is reported with the existing ones (%#)", (of, version, finds) => {
    const findings = check(of, { version, settings: { a: 1 } });
    expect(findings.map((finding) => finding.replace(" version:", ":"))).toEqual([expect.stringContaining(finds)]);
  });

  it("is not checked if it is not described, or no version is listed", () => {
    const box = { status: "found", slug: "acme/box" } as const;
    for (const component of [{}, { versions: null }]) {
      expect(check({ ...box, component }, { version: "1.0.0", settings: { a: 1 } })).toEqual([
        "warning settings: The catalogue lists no versions of acme/box: version and settings are not checked.",
      ]);
    }
    expect(check(listing("1.0.0"), { version: "1.0.0", settings: { a: 1 } })).toEqual([
      "warning settings: The catalogue does not describe the settings of acme/box 1.0.0: not checked.",
    ]);
  });
});

describe("settings", () => {
  it("that are unknown, missing, of a wrong type or not among the options are found, and no value is shown", () => {
    const settings = { pixel_id: 7, access_token: null, region: "mars-hunter2", colour: "hunter2", size: ["hunter2"] };
    expect(check(META, { version: "2.0.1", settings })).toEqual([
      "error settings.colour: edgee/meta-capi 2.0.1 has no setting colour. It takes pixel_id, access_token, region.",
      "error settings.size: edgee/meta-capi 2.0.1 has no setting size. It takes pixel_id, access_token, region.",
      "error settings.pixel_id: Setting pixel_id of edgee/meta-capi 2.0.1 must be a string, not a number.",
      "error settings.access_token: edgee/meta-capi 2.0.1 requires the setting access_token.",
      "error settings.region: Setting region of edgee/meta-capi 2.0.1 must be one of eu, us, apac.",
    ]);
    expect(check(found("edgee/maintenance-page"), { settings: { a: 1 } })).toEqual([
      "error settings.a: edgee/maintenance-page 1.0.0 has no setting a. It takes no settings.",
    ]);
  });

  it.each([
    [{ anonymize_ip: "yes" }, "a bool, not a string"],
    [{ anonymize_ip: 1 }, "a bool, not a number"],
    [{ anonymize_ip: [true] }, "a bool, not a list"],
    [{ anonymize_ip: { a: 1 } }, "a bool, not an object"],
    [{ measurement_id: true }, "a string, not a bool"],
  ])("%j: the message uses the catalogue's words", (settings, what) => {
    expect(check(GA4, { settings: { measurement_id: "G", ...settings } })).toEqual([
      `error settings.${Object.keys(settings)[0]}: Setting ${Object.keys(settings)[0]} of edgee/ga4 1.2.0 must be ${what}.`,
    ]);
  });

  it("are required of a new component, even if none are declared", () => {
    for (const settings of [{ anonymize_ip: true }, undefined, null])
      expect(check(GA4, { settings })).toEqual([
        "error settings.measurement_id: edgee/ga4 1.2.0 requires the setting measurement_id.",
      ]);
  });

  it("are not required of a live component, which may have them, except a secret that is declared as null", () => {
    for (const settings of [undefined, null, { anonymize_ip: true }, { measurement_id: null }])
      expect(check(GA4, { settings }, { live: true })).toEqual([]);
    expect(check(META, { settings: { access_token: null } }, { live: true })).toHaveLength(1);
  });

  it.each(["constructor", "toString", "__proto__"])("do not have what every object has: %s", (name) => {
    for (const required of [false, true])
      expect(check(entryOf({ "1": [text(name, { required })] }), { version: "1", settings: {} })).toEqual(
        required ? [`error settings.${name}: acme/box 1 requires the setting ${name}.`] : [],
      );
  });

  it("that are pending are only checked for their names, once", () => {
    for (const settings of [{}, { measurement_id: 7 }])
      expect(check(GA4, { settings }, { pending: ["measurement_id"] })).toEqual([]);
    expect(check(GA4, { settings: { measurement_id: "G", colour: 1 } }, { pending: ["colour"] })).toEqual([
      "error settings.colour: edgee/ga4 1.2.0 has no setting colour. It takes measurement_id, anonymize_ip, sample_rate.",
    ]);
  });
});

describe("a component", () => {
  it("that is archived gets a warning", () => {
    expect(check(found("edgee/legacy-pixel"), { settings: { pixel_id: "1" } })).toEqual([
      "warning component: edgee/legacy-pixel is archived in the catalogue.",
    ]);
  });

  it("that the catalogue does not have is an error, and a warning if it is live", () => {
    const none = { status: "unavailable", slug: "acme/box", reason: "Not found." } as const;
    expect(check(none, {})).toEqual(["error component: Not found."]);
    expect(check(none, {}, { live: true })).toEqual(["warning component: Not found. Its settings are not checked."]);
  });
});
