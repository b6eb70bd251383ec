import type { Given } from "../harness/driver.ts";

/** Ids of resources that something else manages. */
export interface Lookups {
  readonly project: string;
  readonly component: string;
  readonly domain: string;
}

/** Everything that a program can read without managing it. */
export async function program({ pulumi, projectsync }: Given, ids: Lookups): Promise<Record<string, unknown>> {
  const component = projectsync.ProjectComponent.get("component", ids.component);
  const project = projectsync.Project.get("project", ids.project);
  return {
    slug: project.slug,
    description: project.description,
    rateLimiting: project.rateLimiting,
    forwardedHeaders: project.forwardedHeaders,
    settings: component.settings,
    componentVersion: component.componentVersion,
    component: component.component,
    dnsStatus: projectsync.Domain.get("domain", ids.domain).dnsStatus,
    latest: (await projectsync.getCatalogueComponent({ component: "edgee/ga4" })).latestVersion,
    required: projectsync
      .getCatalogueComponentOutput({ component: component.component })
      .apply(({ versions }) =>
        versions?.["2.0.1"]?.settings?.filter(({ required }) => required).map(({ name }) => name),
      ),
    found: (await projectsync.getProject({ organizationId: "org_1", slug: "site" })).id,
    listed: (await projectsync.getProjects({ organizationId: "org_1" })).map(({ slug }) => slug),
    listedLater: projectsync
      .getProjectsOutput({ organizationId: project.organizationId })
      .apply((projects) => projects.map(({ slug }) => slug)),
    foundLater: projectsync.getProjectOutput({ organizationId: "org_1", slug: project.slug }).id,
    sslStatus: projectsync.getDomainOutput({ projectId: project.id, name: "www.example.com" }).sslStatus,
    secret: pulumi.secret("a secret of the program"),
  };
}
