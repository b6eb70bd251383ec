import { declaredComponent } from "../core/resources/component/declared.ts";
import { componentKind } from "./kinds/component-kind.ts";
import { withoutCopies } from "./hide-outputs.ts";
import type { Account } from "./account.ts";
import { findLive, lookup, withInputs } from "./lookup.ts";
import { fieldsFromService, present } from "./naming.ts";
import type { AccountArgs } from "./resource.ts";

export interface GetProjectComponentArgs extends AccountArgs {
  /** ID of the project that the component is integrated in. */
  readonly projectId: string;
  /** `organization/component` in the catalogue. */
  readonly component: string;
}

/** A live component of a project. A field that the service does not show is missing. */
export interface GetProjectComponentResult {
  /** `prj_x/pc_y`, as `ProjectComponent.get` takes it. */
  readonly id: string;
  readonly projectId: string;
  /** `organization/component`, as the lookup names it. */
  readonly component: string;
  readonly version?: string;
  readonly active?: boolean;
  /** Without those that are or may be secrets. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Looks up a component of a project. Nothing is managed, and nothing is kept in the state.
 *
 * ```ts
 * const { version } = await projectsync.getProjectComponent({ projectId: "prj_x", component: "edgee/ga4" });
 * ```
 *
 * Rejects if the project or the component does not exist, if there are several, or if the token may not see it.
 */
export const getProjectComponent = lookup(findProjectComponent);

/** Like `getProjectComponent`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export const getProjectComponentOutput = withInputs(getProjectComponent);

/** @internal The search of the lookup, for the native provider too. Its types are not the package's. */
export async function findProjectComponent(
  connection: Account,
  { projectId, component }: GetProjectComponentArgs,
): Promise<GetProjectComponentResult> {
  const resource = await componentKind.open(connection, { project_id: projectId, component }, {});
  const subject = `Component ${component} in project ${projectId}`;
  const live = await findLive(connection, (view) => resource.find(view), subject, projectId);
  const fields = fieldsFromService(declaredComponent, present(resource.shown(live)));
  return {
    ...withoutCopies(fields, resource.secretsIn?.(live) ?? [], [projectId, component]),
    id: `${projectId}/${live.id}`,
    projectId,
    component,
  };
}
