import type { Given } from "../harness/driver.ts";

/** A resource with Pulumi's `import` option. */
export function program(
  { projectsync }: Given,
  { kind, id }: { readonly kind: "project" | "component" | "domain"; readonly id: string },
): Record<string, unknown> {
  const options = { import: id };
  const projectId = "prj_1";
  const resources = {
    project: () => new projectsync.Project("site", { organizationId: "org_1", slug: "site" }, options),
    component: () => new projectsync.ProjectComponent("ga", { projectId, component: "edgee/ga4" }, options),
    domain: () => new projectsync.Domain("www", { projectId, name: "www.example.com" }, options),
  };
  return { id: resources[kind]().id };
}
