import { expect, it } from "vitest";
import type { DeclaredProject } from "../../core/resources/project-fields.ts";
import { lostFields } from "../../core/resources/compare-project.ts";

const key = { organization_id: "org_1", slug: "site" } as const;
const before = {
  id: "prj_1",
  ...key,
  cookie_name: "mine",
  cache: true,
  trusted_ips: ["1.1.1.1", "2.2.2.2"],
  autocapture: { click: true, form: true, scroll: false },
  region: "eu",
};

/** What an update of the description, or of an event, loses, if the service then shows these fields. */
const after = (shown: object, declared: Partial<DeclaredProject>) =>
  lostFields({ ...key, ...declared }, before, declared, { ...before, ...declared, ...shown });

const TEXT = { description: "new" };
const EVENTS = { autocapture: { click: true } };

it.each<readonly [what: string, shown: object, declared: Partial<DeclaredProject>]>([
  ["nothing", {}, TEXT],
  [
    "another form of the same value",
    { trusted_ips: ["2.2.2.2", "1.1.1.1/32"], cache: "true", force_https: null },
    TEXT,
  ],
  [
    "a field that is not known, or that the service sets",
    { region: "us", requests: 7, avatar_url: "x", updated_at: "y" },
    TEXT,
  ],
  ["another value of a declared field", { description: "other" }, TEXT],
  ["another value of an undeclared field", { cookie_name: "other", trusted_ips: ["1.1.1.1"] }, TEXT],
  ["another value of a declared event", { autocapture: { ...before.autocapture, click: false } }, EVENTS],
  ["an event that is not declared, absent where it was false", { autocapture: { click: true, form: true } }, EVENTS],
])("an update loses no value if the record shows %s", (_what, shown, declared) => {
  expect(after(shown, declared)).toEqual([]);
});

it("a field that one of the two records leaves out is not judged", () => {
  const { cookie_name: _, autocapture: _events, ...short } = before;
  const declared = { ...key, ...EVENTS };
  expect(lostFields(declared, before, EVENTS, short)).toEqual([]);
  expect(lostFields(declared, short, EVENTS, { ...before, autocapture: EVENTS.autocapture })).toEqual([]);
});

it("a field of the body or a declared one is not judged: the second plan does that; one that is declared as null is", () => {
  const shown = { ...before, cookie_name: "", cache: null };
  expect(lostFields({ ...key, cache: true }, before, { cookie_name: "x" }, shown)).toEqual([]);
  expect(lostFields({ ...key, cache: null }, before, { cookie_name: "x" }, shown)).toEqual(["cache"]);
});

it.each<readonly [what: string, shown: object, lost: string, declared: Partial<DeclaredProject>]>([
  ["null", { trusted_ips: null }, "trusted_ips", TEXT],
  ["an empty list", { trusted_ips: [] }, "trusted_ips", TEXT],
  ["an empty text", { cookie_name: "" }, "cookie_name", TEXT],
  ["no event", { autocapture: { click: null } }, "autocapture", TEXT],
  ["fewer events", EVENTS, "autocapture.form", EVENTS],
])("a value is lost that the record shows as %s", (_what, shown, lost, declared) => {
  expect(after(shown, declared)).toEqual([lost]);
});
