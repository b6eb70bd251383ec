import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../core/api/records.ts";
import type { CatalogueEntry } from "../../../core/resources/catalogue.ts";
import { checkComponent } from "../../../core/resources/component/check-catalogue.ts";
import { entryOf, secret, text } from "./entry.ts";

const token = secret("token", { required: true });
const VERSIONS = {
  "1": [text("mode"), text("size"), token, secret("spare")],
  "2": [text("region", { required: true }), { name: "size", type: "number" }, token],
  "3": undefined,
};
const box: CatalogueEntry = entryOf(VERSIONS, { latest_version: "2" });
const unavailable: CatalogueEntry = { status: "unavailable", slug: "acme/box", reason: "403." };

const live = (settings: object | null, version: string | null = "1"): ProjectComponentRecord => ({
  id: "pc_1",
  component_version: version,
  settings: settings === null ? null : { ...settings },
});

function check(
  declared: Parameters<typeof checkComponent>[1],
  of: ProjectComponentRecord | undefined,
  { entry = box, pending = [] as string[] } = {},
): string[] {
  return checkComponent(entry, declared, of, new Set(pending)).map(
    ({ level, field, setting, message }) =>
      `${level} ${field}${setting === undefined ? "" : `.${setting}`}: ${message}`,
  );
}

const REQUIRES_REGION = "error settings.region: acme/box 2 requires the setting region.";
const STAYS = "It is unmanaged, so it stays as it is.";
const NO_MODE = `warning settings.mode: acme/box 2 has no setting mode. It takes region, size, token. ${STAYS}`;

describe("a component whose version changes", () => {
  it.each([["2"], ["latest"]])("must have what %s requires, live or declared", (version) => {
    const of = live({ token: "test-token" });
    expect(check({ version }, of)).toEqual([REQUIRES_REGION]);
    expect(check({ version, settings: {} }, of)).toEqual([REQUIRES_REGION]);
    expect(check({ version, settings: { region: null } }, of)).toEqual([REQUIRES_REGION]);
    expect(check({ version, settings: { region: "x" } }, of)).toEqual([]);
    expect(check({ version }, of, { pending: ["region"] })).toEqual([]);
    expect(check({ version }, live({ token: "test-token", region: "x" }))).toEqual([]);
    expect(check({ version }, live({ token: "test-token", region: null }))).toEqual([REQUIRES_REGION]);
  });

  it("keeps live settings that the new version does not have or types differently, with a warning", () => {
    const of = live({ token: "test-token", mode: "x", size: "large" });
    expect(check({ version: "2", settings: { region: "x" } }, of)).toEqual([
      NO_MODE,
      `warning settings.size: Setting size of acme/box 2 must be a number, not a string. ${STAYS}`,
    ]);
    expect(check({ version: "2", settings: { region: "x", mode: "y", size: 1 } }, of)).toEqual([
      "error settings.mode: acme/box 2 has no setting mode. It takes region, size, token.",
    ]);
    expect(check({ version: "2", settings: { region: "x", size: 1 } }, of, { pending: ["mode"] })).toEqual([
      "error settings.mode: acme/box 2 has no setting mode. It takes region, size, token.",
    ]);
    expect(check({ version: "2", settings: { region: "x" } }, live({ token: "test-token", mode: null }))).toEqual([]);
  });

  it.each([
    ["a mask", { token: "****" }],
    ["nothing at all", {}],
    ["null", { token: null }],
  ])("has a hidden secret that is shown as %s", (_what, token) => {
    expect(check({ version: "2", settings: { region: "x" } }, live(token))).toEqual([]);
  });

  it("may already have a secret if its own version is not described", () => {
    expect(check({ version: "2", settings: { region: "x" } }, live({}, "3"))).toEqual([]);
  });

  it("keeps what is live if null is declared", () => {
    const of = live({ region: "x", mode: "x", token: "****" });
    expect(check({ version: "2", settings: null }, of)).toEqual([NO_MODE]);
    expect(check({ version: "2", settings: { region: null, token: null } }, of)).toEqual([NO_MODE]);
    expect(check({ version: "2", settings: null }, live(null))).toEqual([REQUIRES_REGION]);
  });

  it("is not checked if the version is not described, and refused if the version does not exist", () => {
    expect(check({ version: "3" }, live({ mode: "x" }))).toEqual([
      "warning settings: The catalogue does not describe the settings of acme/box 3: not checked.",
    ]);
    expect(check({ version: "44" }, live({ mode: "x" }))).toEqual([
      "error version: acme/box has no version 44. Existing versions: 1, 2, 3.",
    ]);
  });
});

describe("a component that stays at its version", () => {
  it("needs no setting that may be live, and takes what its version takes", () => {
    expect(check({}, live({ mode: "x" }))).toEqual([]);
    expect(check({ version: "1", settings: { mode: "y" } }, live({}))).toEqual([]);
    expect(check({ settings: { region: "y" } }, live({}))).toEqual([
      "error settings.region: acme/box 1 has no setting region. It takes mode, size, token, spare.",
    ]);
    expect(check({ settings: null }, live({ mode: "x" }))).toEqual([]);
  });

  it("may name a secret of another version that may be lost, and gets a warning", () => {
    expect(check({ settings: { region: null } }, live({ mode: "x" }))).toEqual([
      "warning settings.region: acme/box 1 has no setting region. It takes mode, size, token, spare.",
    ]);
  });

  it("gets a warning if the catalogue no longer has it", () => {
    const gone = "warning version: acme/box has no version 0.9. Existing versions: 1, 2, 3.";
    expect(check({}, live({}, "0.9"))).toEqual([gone]);
    expect(check({ version: "0.9" }, live({}, "0.9"))).toEqual([gone]);
    const none = ["warning component: 403. Its settings are not checked."];
    expect(check({ version: "2" }, live({}), { entry: unavailable })).toEqual(none);
  });
});

describe("a live component whose version the service does not show", () => {
  const unknown =
    "warning settings: The service does not say which version of acme/box is live: its settings are not checked.";

  it("has its settings not checked, because it is not known what its version takes", () => {
    expect(check({ settings: { nonsense: "x" } }, live({}, null))).toEqual([unknown]);
    expect(check({ version: "1", settings: {} }, live({}, null))).toEqual([]);
  });

  it("is still reported as archived", () => {
    expect(check({}, live({}, null), { entry: entryOf(VERSIONS, { is_archived: true }) })).toEqual([
      "warning component: acme/box is archived in the catalogue.",
      unknown,
    ]);
  });

  it("is checked for the version that is declared", () => {
    expect(
      check({ version: "2", settings: { region: "x", token: "test-token", size: "big" } }, live({}, null)),
    ).toEqual(["error settings.size: Setting size of acme/box 2 must be a number, not a string."]);
  });
});

it("a new component has only the declared settings", () => {
  expect(check({ version: "2" }, undefined)).toEqual([
    REQUIRES_REGION,
    "error settings.token: acme/box 2 requires the setting token.",
  ]);
  expect(check({ version: "2" }, undefined, { entry: unavailable })).toEqual(["error component: 403."]);
});
