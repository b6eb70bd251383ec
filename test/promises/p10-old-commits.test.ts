import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { coveredFiles } from "../../action/covered-files.ts";
import { checkOut } from "../action/service.ts";

/*
 * P10, in part: the check for old commits ends, also where links lead back. test/action/outdated.test.ts has what counts as old.
 */

const EVENT = { workflow: ".github/workflows/sites.yml", repository: "acme/sites" };

it.each<readonly [string, Readonly<Record<string, string>>]>([
  ["a link whose target has the name of another link", { sites: "c/d", "c/d/site.yaml": "../g", g: "sites/site.yaml" }],
  ["a link through itself", { sites: "c/d", "c/d/site.yaml": "../../sites/../g", g: "sites/../../sites/site.yaml" }],
  ["a chain of 38 links", chain(36)],
])("ends with %s", async (_what, links) => {
  await using checkout = await checkOut({ "c/g": "", "c/d/x": "", ".git/HEAD": "a".repeat(40) });
  for (const [link, target] of Object.entries(links)) await symlink(target, path.join(checkout.folder, link));
  const covers = await coveredFiles({ patterns: ["sites/site.yaml"], ...checkout, workspace: checkout.folder }, EVENT);
  expect(covers("sites")).toBe(true);
  expect(covers("c/d/site.yaml")).toBe(true);
  expect(covers("other.yaml")).toBe(false);
});

function chain(length: number): Record<string, string> {
  const links = Array.from({ length }, (_none, index) => [`l${index}`, index === length - 1 ? "c/g" : `l${index + 1}`]);
  return { sites: "c/d", "c/d/site.yaml": "../../l0", ...Object.fromEntries(links) };
}
