import * as pulumi from "@pulumi/pulumi";
import { planning } from "../reconcile/view.ts";
import { declaredComponent } from "../resources/component/declared.ts";
import { fieldsFromService } from "./naming.ts";
import { explainMissingProject, lookUp } from "./program-connection.ts";
import type { AccountArgs, LookupInputs } from "./resource.ts";
import { componentKind } from "./kinds/component.ts";

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
export async function getProjectComponent({
  projectId,
  component,
  profile,
}: GetProjectComponentArgs): Promise<GetProjectComponentResult> {
  return lookUp(async (connection) => {
    const resource = await componentKind.open(connection, { project_id: projectId, component }, {});
    connection.forgetOlder(0);
    const live = await explainMissingProject(projectId, () =>
      connection.observer.plan(planning((view) => resource.find(view))),
    );
    if (live === undefined) throw new Error(`There is no component ${component} in project ${projectId}. Check both.`);
    const shown = Object.entries(resource.shown(live)).filter(([, value]) => value !== undefined && value !== null);
    const fields = fieldsFromService(declaredComponent, Object.fromEntries(shown));
    return { ...fields, id: `${projectId}/${live.id}`, projectId, component };
  }, profile);
}

/** Like `getProjectComponent`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export function getProjectComponentOutput(
  args: LookupInputs<GetProjectComponentArgs>,
): pulumi.Output<GetProjectComponentResult> {
  return pulumi.output(args).apply(getProjectComponent);
}
