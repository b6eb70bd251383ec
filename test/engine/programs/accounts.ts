import type { Given } from "../harness/driver.ts";

/** The same project in two accounts, and a lookup in the second one. */
export function program({ projectsync }: Given, file: string): Record<string, unknown> {
  const args = { organizationId: "org_1", slug: "site" };
  const production = new projectsync.Project("production", args);
  const staging = new projectsync.Project("staging", { ...args, profile: "staging" });
  const found = projectsync.Project.get("found", "prj_1", { profile: "other" });
  const site = new projectsync.ProjectFile("file", { path: file, profile: "staging" });
  return { production: production.origin, staging: staging.origin, found: found.slug, file: site.projectId };
}
