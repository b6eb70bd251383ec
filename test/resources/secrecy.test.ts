import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "../../core/resources/catalogue.ts";
import { componentRecord } from "../../core/api/records.ts";
import { isSecretSetting } from "../../core/resources/secret-settings.ts";
import { entryOf, secret, text } from "./component/entry.ts";

const open = (name: string) => text(name, { secret: false });

/** New for each test: what an entry says is cached. */
const pixel = (): CatalogueEntry =>
  entryOf({
    "1.0.0": [open("pixel_id"), secret("token"), text("region")],
    "2.0.0": [text("pixel_id"), open("token"), secret("region")],
    "3.0.0": undefined,
  });

describe("a setting is a secret", () => {
  it.each([["1.0.0"], ["2.0.0"]])("if any version calls it one, also for a value of version %s", (version) => {
    expect(isSecretSetting(pixel(), [version], "token")).toBe(true);
    expect(isSecretSetting(pixel(), [version], "region")).toBe(true);
  });

  it.each([
    ["password", true],
    ["Secret", true],
    ["string", false],
  ])("by its type alone: %s", (type, isSecret) => {
    const { component, ...entry } = entryOf({ "1.0.0": [{ ...open("key"), type }] });
    expect(isSecretSetting({ ...entry, component: componentRecord.parse(component) }, ["1.0.0"], "key")).toBe(isSecret);
  });

  it("if none of its versions has it, even if another version calls it none", () => {
    const dropped = entryOf({ "1.0.0": [open("endpoint")], "2.0.0": [] });
    expect(isSecretSetting(dropped, ["2.0.0"], "endpoint")).toBe(true);
    expect(isSecretSetting(dropped, ["2.0.0", "1.0.0"], "endpoint")).toBe(false);
    expect(isSecretSetting(pixel(), ["1.0.0"], "unknown")).toBe(true);
    expect(isSecretSetting(pixel(), ["1.0.0"], "constructor")).toBe(true);
  });

  it.each([
    ["is not described", ["3.0.0"]],
    ["is not in the catalogue", ["9.9.9"]],
    ["is not known", [undefined]],
    ["of the two is not described", ["1.0.0", "3.0.0"]],
    ["is given", []],
  ])("if the version %s, or none", (_what, versions) => {
    expect(isSecretSetting(pixel(), versions, "pixel_id")).toBe(true);
  });

  it("unless it places an edge function, which no catalogue lists", () => {
    const unavailable: CatalogueEntry = { status: "unavailable", slug: "edgee/pixel", reason: "403" };
    for (const name of ["edgee_path", "edgee_path_prefix", "edgee_function_active_methods"]) {
      for (const entry of [pixel(), unavailable]) expect(isSecretSetting(entry, ["3.0.0"], name)).toBe(false);
      expect(isSecretSetting(entryOf({ "1.0.0": [secret(name)] }), ["1.0.0"], name)).toBe(true);
    }
  });

  it("if the catalogue's entry is not available", () => {
    const unavailable: CatalogueEntry = { status: "unavailable", slug: "edgee/pixel", reason: "403" };
    expect(isSecretSetting(unavailable, ["1.0.0"], "pixel_id")).toBe(true);
  });
});

it("a setting is no secret if every version that describes it says so or says nothing", () => {
  expect(isSecretSetting(pixel(), ["1.0.0"], "pixel_id")).toBe(false);
  expect(isSecretSetting(pixel(), ["2.0.0", "1.0.0"], "pixel_id")).toBe(false);
});
