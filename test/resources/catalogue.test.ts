import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { ComponentRecord } from "../../provider/api/records.ts";
import {
  COMPONENT_SLUG,
  lookUp,
  resolveVersion,
  settingsOf,
  type CatalogueEntry,
} from "../../provider/resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../provider/resources/component/check-catalogue.ts";
import { caught, connect } from "../api/connect.ts";
import { html, refuse, startFaultServer } from "../api/fault-server.ts";

async function fromEmulator(slug: string): Promise<CatalogueEntry> {
  await using emulator = await startEmulator();
  return await lookUp(connect(emulator), slug);
}

function entry(component: ComponentRecord): CatalogueEntry {
  return { status: "found", slug: "edgee/x", component };
}

type Declared = Omit<Parameters<typeof checkAgainstCatalogue>[1], "pending" | "live">;

function check(of: CatalogueEntry, declared: Declared, { pending = [] as string[], live = false } = {}): string[] {
  const findings = checkAgainstCatalogue(of, { ...declared, pending: new Set(pending), live });
  return findings.map(
    ({ level, field, setting, message }) =>
      `${level} ${field}${setting === undefined ? "" : `.${setting}`}: ${message}`,
  );
}

describe("looking up a component", () => {
  it("reads it by organization and name, and returns the record", async () => {
    await using emulator = await startEmulator();
    const found = await lookUp(connect(emulator), "edgee/ga4");
    expect(found).toMatchObject({ status: "found", slug: "edgee/ga4", component: { id: "cmp_ga4" } });
    expect(emulator.requests()).toMatchObject([{ path: "/v1/components/edgee/ga4" }]);
  });

  it("that does not exist is an answer, not an error", async () => {
    expect(await fromEmulator("edgee/nothing")).toMatchObject({
      status: "unavailable",
      reason: "Component edgee/nothing not found. Check the spelling, and that the token can see it.",
    });
  });

  it("that refuses the token fails", async () => {
    await using server = await startFaultServer((response) => refuse(response, 401, "authentication_error"));
    expect(await caught(lookUp(connect(server), "edgee/ga4"))).toMatchObject({ status: 401 });
  });

  it.each([
    ["403", 403, "forbidden_error"],
    ["500", 500, "creation_error"],
    ["a proxy's 404", 404, undefined],
  ])("that answers %s could not be asked, which is an answer with its error", async (_what, status, type) => {
    await using server = await startFaultServer((response) =>
      type === undefined ? html(response, status) : refuse(response, status, type),
    );
    expect(await lookUp(connect(server), "edgee/ga4")).toMatchObject({
      status: "unavailable",
      reason: expect.stringMatching(/^The catalogue could not be asked about edgee\/ga4: GET /),
      error: { status },
    });
  });

  it.each(["ga4", "edgee/", "/ga4", "edgee/ga4/1.0.0", "edgee/../ga4", "edgee/.."])(
    "asks nothing for %s, which is no organization/component",
    async (slug) => {
      await using emulator = await startEmulator();
      expect(await caught(lookUp(connect(emulator), slug))).toMatchObject({ name: "InvalidRequestError" });
      expect(emulator.requests()).toEqual([]);
    },
  );
});

describe("the name of a component", () => {
  it.each(["edgee/ga4", "e/g", "7/4", "Edgee.io/my_pixel-2.x", "a-/b."])("may be %s", (slug) => {
    expect(COMPONENT_SLUG.test(slug)).toBe(true);
  });

  it.each(["", "ga4", "/ga4", "edgee/", "-e/g", "e/.g", "_e/g", "e e/g", "e/g g", "!e/g", "e/g!", "e/g/1.0.0"])(
    "may not be %j",
    (slug) => {
      expect(COMPONENT_SLUG.test(slug)).toBe(false);
    },
  );
});

describe("a version", () => {
  it("latest is the catalogue's latest version, not the last of the list", async () => {
    const warehouse = await fromEmulator("edgee/warehouse-export");
    expect(resolveVersion(warehouse, "latest")).toBe("1.10.0");
    expect(resolveVersion(warehouse, undefined)).toBe("1.10.0");
    expect(resolveVersion(warehouse, "1.9.0")).toBe("1.9.0");
  });

  it("latest is unknown if the catalogue does not name it", () => {
    expect(resolveVersion(entry({}), "latest")).toBeUndefined();
    expect(resolveVersion({ status: "unavailable", slug: "a/b", reason: "" }, "latest")).toBeUndefined();
  });

  it("has unknown settings if the catalogue does not have the component, or lists no versions", () => {
    expect(settingsOf({ status: "unavailable", slug: "a/b", reason: "" }, "1.0.0")).toBeUndefined();
    expect(settingsOf(entry({}), "1.0.0")).toBeUndefined();
    expect(settingsOf(entry({ versions: null }), "1.0.0")).toBeUndefined();
  });

  it("has its own settings", async () => {
    const ga4 = await fromEmulator("edgee/ga4");
    expect(settingsOf(ga4, "1.1.0")?.map(({ name }) => name)).toEqual(["measurement_id", "debug_mode"]);
    for (const version of [undefined, "9.9.9", "constructor", "__proto__"]) {
      expect(settingsOf(ga4, version)).toBeUndefined();
    }
  });
});

describe("checking a declaration", () => {
  it("that is right finds nothing", async () => {
    const meta = await fromEmulator("edgee/meta-capi");
    const settings = { pixel_id: "1", access_token: "test-token", region: "eu" };
    expect(check(meta, { version: "2.0.1", settings })).toEqual([]);
    expect(check(meta, { version: "latest", settings })).toEqual([]);
    expect(check(meta, { settings: { ...settings, region: null } })).toEqual([]);
  });

  it.each([
    ["a version", "9.9.9", "edgee/ga4 has no version 9.9.9. Existing versions: 1.0.0, 1.1.0, 1.2.0."],
    [
      "a version near to others",
      "v1.2.0",
      "edgee/ga4 has no version v1.2.0. Did you mean 1.2.0? Existing versions: 1.0.0, 1.1.0, 1.2.0.",
    ],
    [
      "a name of every object",
      "constructor",
      "edgee/ga4 has no version constructor. Existing versions: 1.0.0, 1.1.0, 1.2.0.",
    ],
  ])("for %s that does not exist lists the existing ones", async (_what, version, message) => {
    expect(check(await fromEmulator("edgee/ga4"), { version })).toEqual([`error version: ${message}`]);
  });

  it("lists a few of many versions, and says if there are none", () => {
    const versions = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`1.${index}.0`, {}]));
    expect(check(entry({ versions }), { version: "33.33.33" })[0]).toMatch(
      /Existing versions: …, 1\.290\.0, .*1\.299\.0\.$/,
    );
    expect(check(entry({ versions: {} }), { version: "2.0.0" })).toEqual([
      "error version: edgee/x has no version 2.0.0. The catalogue lists no versions.",
    ]);
    expect(check(entry({ versions: { "1": {} } }), { version: "next" })).toEqual([
      "error version: edgee/x has no version next. Existing versions: 1.",
    ]);
  });

  it("names all versions if there are ten", () => {
    const versions = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`1.${index}.0`, {}]));
    const [found = ""] = check(entry({ versions }), { version: "2.0.0" });
    expect(found).toContain(Object.keys(versions).join(", "));
    expect(found).not.toContain("…");
  });

  it("finds settings that are unknown, missing, of a wrong type or not among the options, and shows no value", async () => {
    const settings = { pixel_id: 7, access_token: null, region: "mars-hunter2", colour: "hunter2", size: ["hunter2"] };
    const found = check(await fromEmulator("edgee/meta-capi"), { version: "2.0.1", settings });
    expect(found).toEqual([
      "error settings.colour: edgee/meta-capi 2.0.1 has no setting colour. It takes pixel_id, access_token, region.",
      "error settings.size: edgee/meta-capi 2.0.1 has no setting size. It takes pixel_id, access_token, region.",
      "error settings.pixel_id: Setting pixel_id of edgee/meta-capi 2.0.1 must be a string, not a number.",
      "error settings.access_token: edgee/meta-capi 2.0.1 requires the setting access_token.",
      "error settings.region: Setting region of edgee/meta-capi 2.0.1 must be one of eu, us, apac.",
    ]);
    expect(found.join(" ")).not.toContain("hunter2");
  });

  it.each([
    ["yes", "a bool, not a string"],
    [1, "a bool, not a number"],
    [[true], "a bool, not a list"],
    [{ a: 1 }, "a bool, not an object"],
  ])("does not accept %j as a bool", async (value, what) => {
    const settings = { measurement_id: "G", anonymize_ip: value };
    const found = check(await fromEmulator("edgee/ga4"), { version: "1.2.0", settings });
    expect(found).toEqual([`error settings.anonymize_ip: Setting anonymize_ip of edgee/ga4 1.2.0 must be ${what}.`]);
  });

  it("does not accept a bool as a text, and uses the catalogue's word for it", async () => {
    const found = check(await fromEmulator("edgee/ga4"), { version: "1.2.0", settings: { measurement_id: true } });
    expect(found).toEqual([expect.stringMatching(/^error settings\.measurement_id: .* a string, not a bool\.$/)]);
  });

  it("checks only texts against the options", () => {
    const fields = [{ name: "level", type: "number", options: ["1", "2"] }];
    const versions = { "1": { dynamic_fields: fields } };
    expect(check(entry({ versions }), { version: "1", settings: { level: 3 } })).toEqual([]);
  });

  it("accepts false, zero and an empty text as values", async () => {
    const settings = { measurement_id: "", anonymize_ip: false, sample_rate: 0 };
    expect(check(await fromEmulator("edgee/ga4"), { version: "1.2.0", settings })).toEqual([]);
  });

  it("says that a component without settings takes none", async () => {
    expect(check(await fromEmulator("edgee/maintenance-page"), { settings: { a: 1 } })).toEqual([
      "error settings.a: edgee/maintenance-page 1.0.0 has no setting a. It takes no settings.",
    ]);
  });

  it("requires the settings of a new component, even if none are declared", async () => {
    const ga4 = await fromEmulator("edgee/ga4");
    const missing = ["error settings.measurement_id: edgee/ga4 1.2.0 requires the setting measurement_id."];
    expect(check(ga4, { settings: { anonymize_ip: true } })).toEqual(missing);
    expect(check(ga4, {})).toEqual(missing);
    expect(check(ga4, { settings: null })).toEqual(missing);
  });

  it("requires nothing of a live component, which may have it, except a secret that is declared as null", async () => {
    const ga4 = await fromEmulator("edgee/ga4");
    expect(check(ga4, {}, { live: true })).toEqual([]);
    expect(check(ga4, { settings: null }, { live: true })).toEqual([]);
    expect(check(ga4, { settings: { anonymize_ip: true } }, { live: true })).toEqual([]);
    expect(check(ga4, { settings: { measurement_id: null } }, { live: true })).toEqual([]);
    const meta = await fromEmulator("edgee/meta-capi");
    expect(check(meta, { settings: { access_token: null } }, { live: true })).toHaveLength(1);
  });

  it.each(["constructor", "toString", "__proto__"])(
    "does not take what every object has for the setting %s",
    (name) => {
      const fields = (required: boolean) => [{ name, type: "string", required }];
      const of = (required: boolean) => entry({ versions: { "1": { dynamic_fields: fields(required) } } });
      expect(check(of(false), { version: "1", settings: {} })).toEqual([]);
      expect(check(of(true), { version: "1", settings: {} })).toEqual([
        `error settings.${name}: edgee/x 1 requires the setting ${name}.`,
      ]);
    },
  );

  it("checks only the name of a pending setting, once", async () => {
    const ga4 = await fromEmulator("edgee/ga4");
    expect(check(ga4, { settings: {} }, { pending: ["measurement_id"] })).toEqual([]);
    expect(check(ga4, { settings: { measurement_id: 7 } }, { pending: ["measurement_id"] })).toEqual([]);
    expect(check(ga4, { settings: { measurement_id: "G", colour: 1 } }, { pending: ["colour"] })).toEqual([
      "error settings.colour: edgee/ga4 1.2.0 has no setting colour. It takes measurement_id, anonymize_ip, sample_rate.",
    ]);
  });

  it("warns of an archived component", async () => {
    const found = check(await fromEmulator("edgee/legacy-pixel"), { settings: { pixel_id: "1" } });
    expect(found).toEqual(["warning component: edgee/legacy-pixel is archived in the catalogue."]);
  });

  it("fails for a new component that the catalogue does not have, and warns for a live one", async () => {
    const none = await fromEmulator("edgee/nothing");
    const reason = "Component edgee/nothing not found. Check the spelling, and that the token can see it.";
    expect(check(none, {})).toEqual([`error component: ${reason}`]);
    expect(check(none, {}, { live: true })).toEqual([`warning component: ${reason} Its settings are not checked.`]);
  });

  it.each([
    [{}, "latest", ["error version: The catalogue names no latest version of edgee/x."]],
    [{}, undefined, ["warning version: The catalogue names no latest version of edgee/x."]],
    [
      {},
      "1.0.0",
      ["warning settings: The catalogue lists no versions of edgee/x: version and settings are not checked."],
    ],
    [
      { versions: null },
      "1.0.0",
      ["warning settings: The catalogue lists no versions of edgee/x: version and settings are not checked."],
    ],
    [
      { versions: { "1.0.0": {} } },
      "1.0.0",
      ["warning settings: The catalogue does not describe the settings of edgee/x 1.0.0: not checked."],
    ],
    [
      { versions: { "1.0.0": { dynamic_fields: [] } }, latest_version: "2.0.0" },
      "latest",
      ["error version: edgee/x has no version 2.0.0. Did you mean 1.0.0? Existing versions: 1.0.0."],
    ],
    [
      { versions: {}, latest_version: "2.0.0" },
      undefined,
      ["warning version: edgee/x has no version 2.0.0. The catalogue lists no versions."],
    ],
  ])("reports what cannot be checked: %j, %s", (component, version, findings) => {
    expect(check(entry(component), { version, settings: { a: 1 } })).toEqual(findings);
  });

  it("accepts a type that it does not know", () => {
    const fields = [{ name: "when", type: "datetime" }];
    const versions = { "1": { dynamic_fields: fields } };
    expect(check(entry({ versions }), { version: "1", settings: { when: { at: 7 } } })).toEqual([]);
  });
});
