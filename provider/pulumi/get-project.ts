import * as pulumi from "@pulumi/pulumi";
import type { ProjectFields } from "../../schema/pulumi-arguments.ts";
import type { ProjectRecord } from "../api/records.ts";
import { projectWithKey } from "../reconcile/find.ts";
import { planning } from "../reconcile/view.ts";
import { declaredProject } from "../resources/project-fields.ts";
import { isForeign } from "../resources/project-identity.ts";
import type { Connection } from "./connection.ts";
import { fieldsFromService } from "./naming.ts";
import { lookUp } from "./program-connection.ts";
import type { AccountArgs, LookupInputs } from "./resource.ts";
import { shownFields } from "./kinds/project.ts";

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

/** Like {@link GetProjectArgs}, with Inputs such as outputs of other resources. */
export type GetProjectOutputArgs = LookupInputs<GetProjectArgs>;

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
  return pulumi.output(args).apply(getProject);
}

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
export async function getProjects({ organizationId, profile }: GetProjectsArgs): Promise<readonly FoundProject[]> {
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

/** Like `getProjects`, but takes an Input, such as an output of another resource, and returns an Output. */
export function getProjectsOutput(args: LookupInputs<GetProjectsArgs>): pulumi.Output<readonly FoundProject[]> {
  return pulumi.output(args).apply(getProjects);
}

/** A live project as a program gets it. */
function foundProject(live: ProjectRecord): FoundProject {
  const present = Object.entries(shownFields(live)).filter(([, value]) => value !== undefined && value !== null);
  return { ...fieldsFromService(declaredProject, Object.fromEntries(present)), id: live.id };
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
  const key = { organization_id: organizationId, slug };
  const live = await observer.plan(planning((view) => projectWithKey(view, key)));
  if (live !== undefined) return live.id;
  throw new Error(
    `There is no project ${slug} of ${organizationId}. Check both, and that the token can see the project.`,
  );
}
