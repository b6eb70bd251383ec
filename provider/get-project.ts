import type * as pulumi from "@pulumi/pulumi";
import type { ProjectFields } from "../schema/pulumi-arguments.ts";
import type { ProjectRecord } from "../core/api/records.ts";
import { projectWithKey, type View } from "../core/reconcile/snapshot-view.ts";
import { declaredProject } from "../core/resources/project-fields.ts";
import { isForeign } from "../core/resources/project-identity.ts";
import { sensitiveIn, shownFields } from "./kinds/project-kind.ts";
import { withoutCopies } from "./hide-outputs.ts";
import type { Account } from "./account.ts";
import { findLive, lookup, withInputs } from "./lookup.ts";
import { fieldsFromService, present } from "./naming.ts";
import type { AccountArgs } from "./resource.ts";
import { namesIn } from "./secret-arguments.ts";

/**
 * A live project. A field is missing if the service does not send it, if it has no value, and if its value may be a credential:
 * forwarded headers, conditions of cache rules, a URL with a user or a query.
 */
export type FoundProject = Found<Omit<ProjectFields, "extra">> & { readonly id: string };

type Found<Fields> = { readonly [Name in keyof Fields]?: NonNullable<pulumi.Unwrap<Fields[Name]>> };

/** Which project: its id, or its organization and slug. */
export type GetProjectArgs = AccountArgs &
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
export const getProject = lookup<GetProjectArgs, FoundProject>(findProject);

/** Like `getProject`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export const getProjectOutput = withInputs(getProject);

export interface GetProjectsArgs extends AccountArgs {
  /** ID of the organization. */
  readonly organizationId: string;
}

/**
 * Lists the projects of an organization that the token can see, in the service's order: oldest first.
 *
 * ```ts
 * const projects = await projectsync.getProjects({ organizationId: "org_1" });
 * ```
 *
 * A list may show fewer fields than `getProject`. Values that may be credentials are left out. Rejects if one project cannot be
 * read: a list without it would not be complete.
 */
export const getProjects = lookup<GetProjectsArgs, readonly FoundProject[]>(findProjects);

/** Like `getProjects`, but takes an Input, such as an output of another resource, and returns an Output. */
export const getProjectsOutput = withInputs(getProjects);

/** @internal The search of the lookup, for the native provider too. Its types are not the package's. */
export async function findProject(
  connection: Account,
  { id, organizationId, slug }: Readonly<Partial<Record<"id" | "organizationId" | "slug", string | undefined>>>,
): Promise<FoundProject> {
  const byKey = id === undefined;
  if (byKey ? !organizationId || !slug : id === "" || organizationId !== undefined || slug !== undefined) {
    throw new Error("Pass either the id of a project, or its organizationId and slug.");
  }
  // Also of a project whose slug no file could declare.
  const withKey = (view: View) => projectWithKey(view, { organization_id: organizationId ?? "", slug: slug ?? "" });
  const found = byKey ? await findLive(connection, withKey, `Project ${slug} of ${organizationId}`) : { id };
  // A record of a list may be short.
  return foundProject(await findLive(connection, (view) => view.project(found.id), `Project ${found.id}`));
}

/** @internal The search of the lookup, for the native provider too. Its types are not the package's. */
export async function findProjects(
  { look }: Account,
  { organizationId }: GetProjectsArgs,
): Promise<readonly FoundProject[]> {
  if (!organizationId) throw new Error("Pass the organizationId.");
  const { records, unparseable } = await look((view) => view.projects(organizationId));
  const [unreadable] = unparseable;
  if (unreadable !== undefined) throw unreadable.error;
  // A service may ignore the filter.
  return records.filter((record) => !isForeign(record, organizationId)).map(foundProject);
}

/** A live project as a program gets it. */
function foundProject(live: ProjectRecord): FoundProject {
  const fields = fieldsFromService(declaredProject, present(shownFields(live)));
  return { ...withoutCopies(fields, sensitiveIn(live), namesIn({ ...fields })), id: live.id };
}
