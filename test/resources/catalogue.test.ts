import { readCatalogueEntry } from "../../core/reconcile/read-catalogue.ts";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { COMPONENT_SLUG, resolveVersion, settingsOf, type CatalogueEntry } from "../../core/resources/catalogue.ts";
import { caught, connect } from "../api/connect.ts";
import { html, refuse, startFaultServer } from "../api/fault-server.ts";

async function fromEmulator(slug: string): Promise<CatalogueEntry> {
  await using emulator = await startEmulator();
  return await readCatalogueEntry(connect(emulator), slug);
}

const NONE: CatalogueEntry = { status: "unavailable", slug: "a/b", reason: "" };
const EMPTY = { status: "found", slug: "a/b", component: {} } as const;

describe("looking up a component", () => {
  it("reads it by organization and name, and returns the record", async () => {
    await using emulator = await startEmulator();
    const found = await readCatalogueEntry(connect(emulator), "edgee/ga4");
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
    expect(await caught(readCatalogueEntry(connect(server), "edgee/ga4"))).toMatchObject({ status: 401 });
  });

  it.each([
    ["403", 403, "forbidden_error"],
    ["500", 500, "creation_error"],
    ["a proxy's 404", 404, undefined],
  ])("that answers %s could not be asked, which is an answer with its error", async (_what, status, type) => {
    await using server = await startFaultServer((response) =>
      type === undefined ? html(response, status) : refuse(response, status, type),
    );
    expect(await readCatalogueEntry(connect(server), "edgee/ga4")).toMatchObject({
      status: "unavailable",
      reason: expect.stringMatching(/^The catalogue could not be asked about edgee\/ga4: GET /),
      error: { status },
    });
  });

  it.each(["ga4", "edgee/", "/ga4", "edgee/ga4/1.0.0", "edgee/../ga4", "edgee/.."])(
    "asks nothing for %s, which is no organization/component",
    async (slug) => {
      await using emulator = await startEmulator();
      expect(await caught(readCatalogueEntry(connect(emulator), slug))).toMatchObject({ name: "InvalidRequestError" });
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
    for (const entry of [EMPTY, NONE]) expect(resolveVersion(entry, "latest")).toBeUndefined();
  });

  it("has unknown settings if the catalogue does not have the component, or lists no versions", () => {
    for (const entry of [NONE, EMPTY, { ...EMPTY, component: { versions: null } }])
      expect(settingsOf(entry, "1.0.0")).toBeUndefined();
  });

  it("has its own settings", async () => {
    const ga4 = await fromEmulator("edgee/ga4");
    expect(settingsOf(ga4, "1.1.0")?.map(({ name }) => name)).toEqual(["measurement_id", "debug_mode"]);
    for (const version of [undefined, "9.9.9", "constructor", "__proto__"]) {
      expect(settingsOf(ga4, version)).toBeUndefined();
    }
  });
});
