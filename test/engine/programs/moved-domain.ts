import type { Given } from "../harness/driver.ts";

export interface MovedDomain {
  /** The name of the domain's resource. */
  readonly resource: string;
  /** The project that has the domain. */
  readonly project: "one" | "two";
  /** The earlier name of the resource. */
  readonly alias?: string;
}

/** Two projects, and a domain in one of them. */
export function program({ projectsync }: Given, { resource, project, alias }: MovedDomain): Record<string, unknown> {
  const projects = {
    one: new projectsync.Project("one", { organizationId: "org_1", slug: "one" }),
    two: new projectsync.Project("two", { organizationId: "org_1", slug: "two" }),
  };
  const options = alias === undefined ? {} : { aliases: [{ name: alias }] };
  const domain = new projectsync.Domain(
    resource,
    { projectId: projects[project].id, name: "www.example.com" },
    options,
  );
  return { id: domain.id };
}
