import { describe, expect, it } from "vitest";
import { COMPONENT_FIELDS, PROJECT_FIELDS, whyNotExtra } from "../../core/file/known-fields.ts";
import { loadFile } from "../../core/file/load-file.ts";
import { code, ga4, open, reasonsOf, seed, site } from "../provider/provider.ts";

/** Spellings that services read as one name: .NET and Go without case, PHP and Rails with other separators. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/(^|_)[a-z]/g, (text) => text.toUpperCase()),
  (name) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  (name) => name.replaceAll("_", "-"),
  (name) => name.replaceAll("_", " "),
  (name) => name.replaceAll("_", "."),
  (name) => name.replaceAll("_", ""),
  (name) => ` ${name}`,
  (name) => `${name}\u00A0`,
  (name) => `${name}\u200B`,
  (name) => `\uFEFF${name}`,
  (name) => `${name}[]`,
  // What Go and NFKC make of them is s and k.
  (name) => name.replaceAll("s", "\u017F").replaceAll("k", "\u212A"),
  (name) => name.replace(/[a-z]/g, (letter) => String.fromCodePoint(0xfee0 + (letter.codePointAt(0) ?? 0))),
];
const FILE_ONLY = ["must_exist", "previous_slug", "absent", "protect", "extra", "components", "domains"];

const spelled = (names: Iterable<string>): string[] => [
  ...new Set([...names].flatMap((name) => SPELLINGS.map((spell) => spell(name)))),
];
/** What a file with this declares. `undefined` if it is refused. */
function loaded(extra: object, component: object) {
  const project = { organization_id: "org_1", slug: "site", extra };
  const text = JSON.stringify({ version: 1, project, components: { "edgee/ga4": { extra: component } } });
  return loadFile("f.json", text, { environment: {}, missingVariables: "error" }).file?.project.declared;
}

describe("extra", () => {
  it("carries no known field of a project, in any spelling", () => {
    const names = spelled([...PROJECT_FIELDS.keys(), ...FILE_ONLY]);
    const own = { names: new Set(FILE_ONLY), of: "the file" };
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => whyNotExtra(name, PROJECT_FIELDS, own) === undefined)).toEqual([]);
    for (const name of spelled(["organization_id", "must_exist"])) expect(loaded({ [name]: "x" }, {})).toBeUndefined();
  });

  it("carries no name that a plan shows as a part of a known field", () => {
    const names = ["autocapture.click", "Trusted-IPs[0]", "override_cache[0].ttl"];
    expect(names.filter((name) => whyNotExtra(name, PROJECT_FIELDS) === undefined)).toEqual([]);
    expect(whyNotExtra("settings.a", COMPONENT_FIELDS)).toContain("settings");
    expect(whyNotExtra("beta.autocapture", PROJECT_FIELDS)).toBeUndefined();
  });

  it("carries no name that JavaScript loses", () => {
    const extra: object = JSON.parse('{ "__proto__": 1 }');
    expect(loaded(extra, {})).toBeUndefined();
    expect(loaded({}, extra)).toBeUndefined();
  });

  it("carries no known field of a component, in any spelling, and not its project", () => {
    const names = spelled([...COMPONENT_FIELDS.keys(), "version", "project_id"]);
    expect(names.filter((name) => whyNotExtra(name, COMPONENT_FIELDS) === undefined)).toEqual([]);
    for (const name of spelled(["project_id", "protect"])) expect(loaded({}, { [name]: "x" })).toBeUndefined();
  });

  it("carries other names as they are", () => {
    const extra = { waf_mode: "on", WAF_Mode: 1, "cache-ttl": 2, slugs: [], organization_name: "x", ids: 1, ключ: 1 };
    expect(loaded(extra, { note: "x" })?.extra).toEqual(extra);
  });

  it("carries none in Pulumi either", async () => {
    await using scene = await open({ seed });
    for (const name of spelled(["organization_id", "id"]))
      expect(await reasonsOf(scene.project.check({}, { ...site, extra: { [name]: "x" } }))).toHaveLength(1);
    for (const name of spelled(["project_id"]))
      expect(await reasonsOf(scene.component.check({}, { ...ga4, extra: { [name]: "x" } }))).toHaveLength(1);
    expect(await reasonsOf(scene.project.check({}, { ...code, ...site, extra: { waf_mode: "on" } }))).toEqual([]);
  });
});
