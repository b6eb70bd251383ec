import * as pulumi from "@pulumi/pulumi";
import { planning } from "../reconcile/view.ts";
import { isForeign } from "../resources/project-identity.ts";
import { foundProject, type FoundProject } from "./found-project.ts";
import { lookUp } from "./look-up.ts";

export interface ListProjectsArgs {
  /** ID of the organization. */
  readonly organizationId: string;
  /** Account to use. Default: the one without a profile. */
  readonly profile?: string;
}

/**
 * Lists the projects of an organization that the token can see, in the service's order: oldest first.
 *
 * ```ts
 * const projects = await projectsync.listProjects({ organizationId: "org_1" });
 * ```
 *
 * A list may show fewer fields than `getProject`. Values that may be credentials are left out. Rejects if one project cannot be
 * read: a list without it would not be complete.
 */
export async function listProjects({ organizationId, profile }: ListProjectsArgs): Promise<readonly FoundProject[]> {
  return lookUp(async ({ observer, forgetOlder }) => {
    if (!organizationId) throw new Error("Pass the organizationId.");
    forgetOlder(0);
    const { records, odd } = await observer.plan(planning((view) => view.projects(organizationId)));
    const [unreadable] = odd;
    if (unreadable !== undefined) throw unreadable.error;
    // A service may ignore the filter.
    return records.filter((record) => !isForeign(record, organizationId)).map(foundProject);
  }, profile);
}

/** Like `listProjects`, but takes an Input, such as an output of another resource, and returns an Output. */
export function listProjectsOutput({
  organizationId,
  ...options
}: {
  readonly organizationId: pulumi.Input<string>;
  readonly profile?: string;
}): pulumi.Output<readonly FoundProject[]> {
  return pulumi.output(organizationId).apply((id) => listProjects({ organizationId: id, ...options }));
}
