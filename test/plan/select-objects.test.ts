import { expect, it } from "vitest";
import { missingValues, selectObjects } from "../../core/plan/select-objects.ts";
import type { Content } from "./generated/draw-files.ts";
import { load } from "./generated/plan-scene.ts";

/* Which keys a pattern of `only` means, and which files are read for it, without a service. */

const file = (slug: string, rest: Partial<Content> = {}, organization = "org_1"): Content => ({
  version: 1,
  project: { organization_id: organization, slug },
  ...rest,
});
const SITE = file("site", { components: { "edgee/ga4": {} }, domains: [{ name: "www.example.com" }] });
const KEYS = ["org_1/site", "org_1/site/edgee/ga4", "org_1/site/www.example.com", "org_1/bare", "org(1)/b"];
const FILES = [SITE, file("bare"), file("b", {}, "org(1)")];

it.each<readonly [pattern: string, covered: readonly string[], read: readonly string[]]>([
  ["*", KEYS, ["site", "bare", "b"]],
  ["ORG_1/SITE", KEYS.slice(0, 3), ["site"]],
  ["org_1/{site,other}", KEYS.slice(0, 3), ["site"]],
  ["ORG_1/S*", KEYS.slice(0, 3), ["site"]],
  // The name of a component has a slash. A file without a section has nothing to cover, and is not read.
  ["*ga4", KEYS.slice(1, 2), ["site"]],
  ["*/edgee/*", KEYS.slice(1, 2), ["site"]],
  ["org_1/site/*", KEYS.slice(1, 3), ["site"]],
  ["org_1/site/www.example.com", KEYS.slice(2, 3), ["site"]],
  // The characters of a glob in an id: as a glob, it might be about another project.
  ["org(1)/b", KEYS.slice(4), ["site", "b"]],
  ["ORG(1)/B", KEYS.slice(4), ["site", "b"]],
])("%s covers %j", async (pattern, covered, read) => {
  const selection = selectObjects(await load(FILES), [pattern]);
  expect(KEYS.filter(selection.covers)).toEqual(covered);
  expect(selection.files.map(({ project }) => project.declared.slug)).toEqual(read);
  expect(selection.leftOut).toBe(KEYS.length - covered.length);
});

it.each([
  ["org_1/site/*", "org_1/site/.example.com", true],
  ["*.example.com", "org_1/site/old.example.com", true],
  ["*.example.com", "org_1/site/https://old.example.com/", false],
])("%s and what is live as %s: %j", async (pattern, key, isCovered) => {
  expect(selectObjects(await load(FILES), [pattern]).covers(key)).toBe(isCovered);
});

it.each([
  ["org_1/sit", "org_1/site, org_1/bare, org(1)/b"],
  ["/org_1/site", "org_1/site, org_1/bare, org(1)/b"],
  [String.raw`org_1\site`, "org_1/site, org_1/bare, org(1)/b"],
  ["https://www.example.com", "org_1/site/www.example.com, "],
  // It does not mean everything else.
  ["!org_1/bare", "org_1/bare, org_1/site, org(1)/b"],
  // Nothing is left out of a glob: what is in that project would be covered.
  ["org_1/!(bare)", "org_1/bare, org_1/site, org(1)/b"],
])("%s matches nothing, and the message names the nearest keys: %s", async (pattern, near) => {
  const files = await load(FILES);
  expect(() => selectObjects(files, [pattern]).checkMatches([])).toThrow(
    `only: ${JSON.stringify(pattern)} matches no object. Nearest keys: ${near}`,
  );
});

it("a pattern without a * may match what is live, and must match something", async () => {
  const { checkMatches } = selectObjects(await load(FILES), ["org_1/site/old.example.com"]);
  const item = (kind: "project" | "domain", key: string, action: "blocked" | "unmanaged" | "unchanged") =>
    ({ kind, key, action, changes: [], source: null, notes: [] }) as const;
  const [site, www] = [item("project", "org_1/site", "unchanged"), item("domain", "org_1/site/www", "unchanged")];
  expect(() => checkMatches([site, www])).toThrow("matches no object");
  checkMatches([site, www, item("domain", "org_1/site/OLD.example.com", "unmanaged")]);
  // It may be in a project that could not be read.
  checkMatches([item("project", "org_1/site", "blocked"), www]);
});

it.each<readonly [pattern: string, missing: readonly string[]]>([
  ["org_1/site", ["domains[0].name", "project.description"]],
  // The host name may be any.
  ["org_1/site/*", ["domains[0].name"]],
  ["*.example.com", ["domains[0].name"]],
])("%s needs the variables of %j", async (pattern, missing) => {
  const project = { ...SITE.project, description: { env: "TEXT" } };
  const described = { version: 1, project, domains: [{ name: { env: "HOST" } }] };
  const files = await load([JSON.parse(JSON.stringify(described))]);
  expect(
    missingValues(selectObjects(files, [pattern]))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(missing);
});
