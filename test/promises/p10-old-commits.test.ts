import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { PUSH } from "../action/events.ts";
import { checkOut, projectFile, startService } from "../action/service.ts";

/*
 * P10, in part: the check for old commits ends, also where links lead back: they are only planned. test/action/outdated.test.ts has what counts as old.
 */

const SHA = "a".repeat(40);

it.each<readonly [string, Readonly<Record<string, string>>]>([
  ["a link whose target has the name of another link", { sites: "c/d", "c/d/site.yaml": "../g", g: "sites/site.yaml" }],
  ["a link through itself", { sites: "c/d", "c/d/site.yaml": "../../sites/../g", g: "sites/../../sites/site.yaml" }],
  ["a chain of 38 links", chain(36)],
])("ends with %s", async (_what, links) => {
  await using service = await startService();
  await using checkout = await checkOut({ "c/g": projectFile("a"), "c/d/x": "", ".git/HEAD": SHA });
  for (const [link, target] of Object.entries(links)) await symlink(target, path.join(checkout.folder, link));
  const { outputs, summary } = await service.run({
    ...checkout,
    event: PUSH,
    mode: "apply",
    inputs: { files: "sites/site.yaml" },
    environment: { GITHUB_SHA: SHA },
  });
  expect(outputs).toMatchObject({ mode: "plan", outdated: "true" });
  expect(summary).toContain("sites/site.yaml is a symbolic link, or behind one");
});

function chain(length: number): Record<string, string> {
  const links = Array.from({ length }, (_none, index) => [`l${index}`, index === length - 1 ? "c/g" : `l${index + 1}`]);
  return { sites: "c/d", "c/d/site.yaml": "../../l0", ...Object.fromEntries(links) };
}
