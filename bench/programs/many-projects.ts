import type * as pulumi from "@pulumi/pulumi";
import type { Given } from "../../test/engine/harness/driver.ts";

export interface ManyProjects {
  readonly projects: number;
  /** Components of each project, at most five, and as many domains. */
  readonly children: number;
}

/** Components with settings that their newest versions take. */
export const COMPONENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "edgee/ga4": { measurement_id: "G-1" },
  "edgee/meta-capi": { pixel_id: "px-1", access_token: "secret-0123456789" },
  "edgee/warehouse-export": { dataset: "events", service_key: "secret-0123456789" },
  "acme/consent-banner": {},
  "edgee/maintenance-page": {},
};

/** Projects with as many components and domains each. */
export function program({ projectsync }: Given, { projects, children }: ManyProjects): Record<string, unknown> {
  const ids: pulumi.Output<string>[] = [];
  for (let number = 0; number < projects; number += 1) {
    const slug = `site-${number}`;
    const project = new projectsync.Project(slug, { organizationId: "org_1", slug, forceHttps: true });
    const projectId = project.id;
    for (let child = 0; child < children; child += 1) {
      const name = `www${child}.site-${number}.example.com`;
      ids.push(new projectsync.Domain(name, { projectId, name }).id);
    }
    for (const [component, settings] of Object.entries(COMPONENTS).slice(0, children)) {
      ids.push(new projectsync.ProjectComponent(`${slug}/${component}`, { projectId, component, settings }).id);
    }
  }
  return { children: ids.length };
}
