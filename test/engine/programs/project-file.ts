import type { ProjectFileArgs } from "../../../provider/index.ts";
import type { Given } from "../harness/driver.ts";

/** A project file, and what may be deleted. */
export function program({ projectsync }: Given, args: ProjectFileArgs): Record<string, unknown> {
  const { projectId, slug, componentIds, domainNames } = new projectsync.ProjectFile("site", args);
  return { projectId, slug, componentIds, domainNames };
}
