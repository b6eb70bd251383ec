import { expect, it } from "vitest";
import { Domain, Project, ProjectComponent } from "../../provider/index.ts";

const options = { import: "prj_9" };

it.each([
  ["project", () => new Project("site", { organizationId: "org_1", slug: "site" }, options), 'adoptId: "prj_9"'],
  [
    "component",
    () => new ProjectComponent("ga", { projectId: "prj_1", component: "edgee/ga4" }, options),
    'ifExists: "adopt"',
  ],
  ["domain", () => new Domain("www", { projectId: "prj_1", name: "www.example.com" }, options), 'ifExists: "adopt"'],
])("the import of a %s is refused with what to declare instead", (_kind, declare, instead) => {
  expect(declare).toThrow(`does not work with dynamic providers. Remove it, and declare \`${instead}\``);
});
