import type * as pulumi from "@pulumi/pulumi";
import type { Given } from "../../test/engine/harness/driver.ts";
import { COMPONENTS, type ManyProjects } from "./many-projects.ts";

/** The same objects as in many-projects.ts, of the native provider, as a generated SDK declares them. */
export function program({ pulumi: sdk }: Given, { projects, children }: ManyProjects): Record<string, unknown> {
  class Resource extends sdk.CustomResource {}
  const declare = (type: string, name: string, inputs: object): pulumi.Output<string> =>
    new Resource(`projectsync:index:${type}`, name, inputs).id;
  const ids: pulumi.Output<string>[] = [];
  for (let number = 0; number < projects; number += 1) {
    const slug = `site-${number}`;
    const projectId = declare("Project", slug, { organizationId: "org_1", slug, forceHttps: true });
    for (let child = 0; child < children; child += 1) {
      const name = `www${child}.site-${number}.example.com`;
      ids.push(declare("Domain", name, { projectId, name }));
    }
    for (const [component, settings] of Object.entries(COMPONENTS).slice(0, children)) {
      ids.push(declare("ProjectComponent", `${slug}/${component}`, { projectId, component, settings }));
    }
  }
  return { children: ids.length };
}
