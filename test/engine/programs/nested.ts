import type { DomainArgs, ProjectArgs } from "../../../provider/index.ts";
import type { Given } from "../harness/driver.ts";

export interface Nested {
  /** The project that is declared, with the name of its resource; or the id of one that is only looked up. */
  readonly project: (Partial<ProjectArgs> & { readonly resource?: string }) | string;
  /** Declared once the project is known: domains in it by their host names, and another project by its slug. */
  readonly domains?: readonly (Partial<DomainArgs> & { readonly name: string })[];
  readonly other?: string;
}

/** A project, and what the program declares only once it knows that. */
export function program({ pulumi, projectsync }: Given, { project, domains = [], other }: Nested): void {
  const { Domain, Project } = projectsync;
  const { resource = "site", ...args } = typeof project === "string" ? {} : project;
  const { id, slug } =
    typeof project === "string"
      ? Project.get(resource, project)
      : new Project(resource, { organizationId: "org_1", slug: "site", ...args });
  // The id of a project that failed may be known, and nothing else of it.
  pulumi.all([id, slug]).apply(([projectId]) => {
    for (const domain of domains) void new Domain(domain.name, { projectId, ...domain });
    if (other !== undefined) void new Project("other", { organizationId: "org_1", slug: other });
  });
}
