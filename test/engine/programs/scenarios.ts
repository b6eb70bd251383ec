import type * as pulumi from "@pulumi/pulumi";
import type { DomainArgs, ProjectArgs, ProjectComponentArgs, ProjectFileArgs } from "../../../provider/index.ts";
import type { Given } from "../harness/driver.ts";
import type { Lookups } from "./lookups.ts";

/** What a program declares in one account. Every part is optional. */
export interface Declared {
  readonly project?: Partial<ProjectArgs>;
  /** A second project. */
  readonly other?: Partial<ProjectArgs>;
  /** In the first project, unless they name another. */
  readonly component?: Partial<ProjectComponentArgs> & Pick<ProjectComponentArgs, "component">;
  readonly domain?: Partial<DomainArgs> & Pick<DomainArgs, "name">;
  /** Attach the domain to the second project. */
  readonly domainInOther?: true;
  readonly file?: ProjectFileArgs;
  /** Resources that are looked up by their ids. */
  readonly get?: Lookups;
  /** Ask with each of the lookups for this project, of org_1. */
  readonly lookUp?: string;
}

/** One account of a service of its own, so that what happens in one scenario concerns no other. */
export interface Part {
  /** Name of the account and beginning of the resources' names. */
  readonly profile: string;
  readonly declared: Declared;
}

/** Many scenarios in one program. The output of each is what its lookups returned. */
export async function program(given: Given, parts: readonly Part[]): Promise<Record<string, unknown>> {
  const outputs = await Promise.all(parts.map(async (part) => [part.profile, await declare(given, part)] as const));
  return Object.fromEntries(outputs.filter(([, output]) => output !== undefined));
}

async function declare(given: Given, { profile, declared }: Part): Promise<unknown> {
  const { Project, ProjectComponent, Domain, ProjectFile } = given.projectsync;
  const { project, other, component, domain, domainInOther, file, get, lookUp } = declared;
  const named = (name: string): string => `${profile}-${name}`;
  const declareProject = (name: string, args: Partial<ProjectArgs>): pulumi.Output<string> =>
    new Project(named(name), { organizationId: "org_1", slug: name, ...args, profile }).id;
  const projectId = project === undefined ? "" : declareProject("site", project);
  const otherId = other === undefined ? "" : declareProject("other", other);
  if (component !== undefined) void new ProjectComponent(named("component"), { projectId, ...component, profile });
  if (domain !== undefined) {
    void new Domain(named("domain"), { projectId: domainInOther === true ? otherId : projectId, ...domain, profile });
  }
  if (file !== undefined) void new ProjectFile(named("file"), { ...file, profile });
  if (get !== undefined) {
    return {
      slug: Project.get(named("project"), get.project, { profile }).slug,
      version: ProjectComponent.get(named("component"), get.component, { profile }).componentVersion,
      name: Domain.get(named("domain"), get.domain, { profile }).name,
    };
  }
  return lookUp === undefined ? undefined : found(given, profile, lookUp);
}

/** What each lookup finds. A failed one does not end the program, because the other scenarios are in it too. */
async function found({ projectsync }: Given, profile: string, slug: string): Promise<unknown> {
  const { getProject, getProjects, getDomain, getCatalogueComponent } = projectsync;
  try {
    const project = await getProject({ organizationId: "org_1", slug, profile });
    const listed = await getProjects({ organizationId: "org_1", profile });
    const domain = await getDomain({ projectId: project.id, name: "www.example.com", profile });
    const component = await getCatalogueComponent({ component: "edgee/ga4", profile });
    return {
      id: project.id,
      description: project.description,
      listed: listed.map((each) => each.slug),
      domain: domain.id,
      latest: component.latestVersion,
    };
  } catch (error) {
    return { error: String(error) };
  }
}
