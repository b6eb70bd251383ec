import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { DomainArgs, ProjectArgs, ProjectComponentArgs } from "../../../provider/index.ts";
import type { Given } from "../harness/driver.ts";

export interface Site {
  readonly project?: Partial<ProjectArgs>;
  /** Arguments by the resource's name. */
  readonly components?: Readonly<Record<string, Omit<ProjectComponentArgs, "projectId">>>;
  /** Host names, or arguments, by the resource's name. Default of the project: the program's. */
  readonly domains?: Readonly<Record<string, string | (Partial<DomainArgs> & Pick<DomainArgs, "name">)>>;
  /** Another project. Its resource is `again`. */
  readonly again?: ProjectArgs;
  /** Pulumi's options by the resource's name. The project's is `site`. */
  readonly options?: Readonly<Record<string, CustomResourceOptions>>;
  /** Components and domains have Pulumi's option `deletedWith`: the project. */
  readonly deletedWithProject?: true;
  /** All resources are in a component resource, with aliases: they were not before. */
  readonly isGrouped?: true;
}

/** A project with components and domains. */
export function program({ pulumi, projectsync }: Given, site: Site): Record<string, unknown> {
  const options = site.options ?? {};
  const grouped: CustomResourceOptions =
    site.isGrouped === true
      ? {
          parent: new pulumi.ComponentResource("program:index:Group", "group"),
          aliases: [{ parent: pulumi.rootStackResource }],
        }
      : {};
  const project = new projectsync.Project(
    "site",
    { organizationId: "org_1", slug: "site", ...site.project },
    { ...grouped, ...options["site"] },
  );
  const inProject = (name: string): CustomResourceOptions => ({
    ...grouped,
    ...(site.deletedWithProject === true ? { deletedWith: project } : {}),
    ...options[name],
  });
  if (site.again !== undefined) void new projectsync.Project("again", site.again);
  const components = Object.entries(site.components ?? {}).map(
    ([name, args]) => new projectsync.ProjectComponent(name, { projectId: project.id, ...args }, inProject(name)),
  );
  const domains = Object.entries(site.domains ?? {}).map(([name, domain]) => {
    const args = typeof domain === "string" ? { name: domain } : domain;
    return new projectsync.Domain(name, { projectId: project.id, ...args }, inProject(name));
  });
  return {
    projectId: project.id,
    slug: project.slug,
    componentIds: components.map(({ id }) => id),
    componentVersions: components.map(({ componentVersion }) => componentVersion),
    domains: domains.map(({ name }) => name),
  };
}
