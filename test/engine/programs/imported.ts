import type { Given } from "../harness/driver.ts";

/** A resource with Pulumi's `import` option. */
export function program(
  { projectsync }: Given,
  { kind, id }: { readonly kind: "project" | "component" | "domain"; readonly id: string },
): void {
  const options = { import: id };
  const projectId = "prj_1";
  if (kind === "project") new projectsync.Project("site", { organizationId: "org_1", slug: "site" }, options);
  if (kind === "component") new projectsync.ProjectComponent("ga", { projectId, component: "edgee/ga4" }, options);
  if (kind === "domain") new projectsync.Domain("www", { projectId, name: "www.example.com" }, options);
}
