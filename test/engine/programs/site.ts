import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { DomainArgs, ProjectArgs, ProjectComponentArgs } from "../../../provider/index.ts";
import type { Given } from "../harness/driver.ts";

export interface Site {
  readonly project?: Partial<ProjectArgs>;
  /** Arguments by the resource's name. */
  readonly components?: Readonly<Record<string, Omit<ProjectComponentArgs, "projectId">>>;
  /** Host names, or arguments, by the resource's name. */
  readonly domains?: Readonly<Record<string, string | Omit<DomainArgs, "projectId">>>;
  /** For the components. */
  readonly replaceOnChanges?: readonly string[];
  /** For the project. */
  readonly ignoreChanges?: readonly string[];
}

/** A project with components and domains. */
export function program({ projectsync }: Given, site: Site): Record<string, unknown> {
  const project = new projectsync.Project(
    "site",
    { organizationId: "org_1", slug: "site", ...site.project },
    site.ignoreChanges === undefined ? {} : { ignoreChanges: [...site.ignoreChanges] },
  );
  const components = Object.entries(site.components ?? {}).map(([name, args]) => {
    const options: CustomResourceOptions =
      site.replaceOnChanges === undefined ? {} : { replaceOnChanges: [...site.replaceOnChanges] };
    return new projectsync.ProjectComponent(name, { projectId: project.id, ...args }, options);
  });
  const domains = Object.entries(site.domains ?? {}).map(([name, domain]) => {
    const args = typeof domain === "string" ? { name: domain } : domain;
    return new projectsync.Domain(name, { projectId: project.id, ...args });
  });
  return {
    projectId: project.id,
    slug: project.slug,
    componentIds: components.map(({ id }) => id),
    componentVersions: components.map(({ componentVersion }) => componentVersion),
    domains: domains.map(({ name }) => name),
  };
}
