import * as pulumi from "@pulumi/pulumi";
import type { ProjectRecord } from "../api/records.ts";
import { projectWithKey } from "../reconcile/find.ts";
import { planning } from "../reconcile/view.ts";
import { AmbiguousError } from "../resources/failures.ts";
import type { Connection } from "./connection.ts";
import { foundProject, type FoundProject } from "./found-project.ts";
import { lookUp } from "./look-up.ts";

interface Account {
  /** Account to use. Default: the one without a profile. */
  readonly profile?: string;
}

/** Which project: its id, or its organization and slug. */
export type GetProjectArgs = Account &
  (
    | {
        /** ID of the project. */
        readonly id: string;
        readonly organizationId?: undefined;
        readonly slug?: undefined;
      }
    | {
        readonly id?: undefined;
        /** ID of the organization. */
        readonly organizationId: string;
        /** Name of the project in the organization. */
        readonly slug: string;
      }
  );

/** Like {@link GetProjectArgs}, with Inputs such as outputs of other resources. */
export type GetProjectOutputArgs = Account &
  (
    | { readonly id: pulumi.Input<string>; readonly organizationId?: undefined; readonly slug?: undefined }
    | { readonly id?: undefined; readonly organizationId: pulumi.Input<string>; readonly slug: pulumi.Input<string> }
  );

/**
 * Looks up a project of the service that the running program configures. Nothing is managed, and nothing is kept in the state.
 *
 * ```ts
 * const { id } = await projectsync.getProject({ organizationId: "org_1", slug: "site" });
 * ```
 *
 * Rejects if there is no such project, if there are several with the slug, or if the token may not see it. Values that may be
 * credentials are left out, such as forwarded headers.
 */
export async function getProject(args: GetProjectArgs): Promise<FoundProject> {
  return lookUp(async (connection) => foundProject(await find(connection, args)), args.profile);
}

/** Like `getProject`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export function getProjectOutput(args: GetProjectOutputArgs): pulumi.Output<FoundProject> {
  const { id, organizationId, slug, profile } = args;
  const account = profile === undefined ? {} : { profile };
  return id === undefined
    ? pulumi
        .all([organizationId, slug])
        .apply(([organization, name]) => getProject({ organizationId: organization, slug: name, ...account }))
    : pulumi.output(id).apply((known) => getProject({ id: known, ...account }));
}

async function find(connection: Connection, { id, organizationId, slug }: GetProjectArgs): Promise<ProjectRecord> {
  const byKey = id === undefined;
  if (byKey ? !organizationId || !slug : id === "" || organizationId !== undefined || slug !== undefined) {
    throw new Error("Pass either the id of a project, or its organizationId and slug.");
  }
  connection.forgetOlder(0);
  const projectId = byKey ? await findId(connection, organizationId, slug) : id;
  // A record of a list may be short.
  const live = await connection.observer.plan(planning((view) => view.project(projectId)));
  if (live !== undefined) return live;
  throw new Error(`There is no project ${projectId}. Check the id, and that the token can see the project.`);
}

async function findId({ observer }: Connection, organizationId: string, slug: string): Promise<string> {
  try {
    const key = { organization_id: organizationId, slug };
    const live = await observer.plan(planning((view) => projectWithKey(view, key)));
    if (live !== undefined) return live.id;
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const ids = error.ids.join(", ");
    throw new Error(
      `Project ${slug} of ${organizationId} exists ${error.ids.length} times: ${ids}. Pass the id of one.`,
      {
        cause: error,
      },
    );
  }
  throw new Error(
    `There is no project ${slug} of ${organizationId}. Check both, and that the token can see the project.`,
  );
}
