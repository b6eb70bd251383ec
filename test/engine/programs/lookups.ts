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
  return {
    slug: projectsync.Project.get("project", ids.project).slug,
    componentVersion: component.componentVersion,
    component: component.component,
    dnsStatus: projectsync.Domain.get("domain", ids.domain).dnsStatus,
    latest: (await projectsync.getComponent({ component: "edgee/ga4" })).latestVersion,
    required: projectsync
      .getComponentOutput({ component: component.component })
      .apply(({ versions }) =>
        versions?.["2.0.1"]?.settings?.filter(({ required }) => required).map(({ name }) => name),
      ),
    secret: pulumi.secret("a secret of the program"),
  };
}
