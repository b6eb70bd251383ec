import type { Given } from "../harness/driver.ts";
import type { Lookups } from "./lookups.ts";

/** Objects that something else manages. */
export function program({ projectsync }: Given, ids: Lookups): Record<string, unknown> {
  const project = projectsync.Project.get("project", ids.project);
  const component = projectsync.ProjectComponent.get("component", ids.component);
  const domain = projectsync.Domain.get("domain", ids.domain);
  return { slug: project.slug, componentVersion: component.componentVersion, name: domain.name };
}
