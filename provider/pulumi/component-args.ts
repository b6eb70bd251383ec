import type * as pulumi from "@pulumi/pulumi";
import type { IfExists } from "./project-args.ts";

/** What can be declared of a component in a project. A field that is left out is not managed. */
export interface ProjectComponentArgs {
  /** Id of the project. A change replaces the component. */
  projectId: pulumi.Input<string>;
  /** `organization/component`, as in the catalogue. A change replaces the component. */
  component: pulumi.Input<string>;
  /**
   * Version in the catalogue. `latest` is resolved in each preview and update, which show the version it stands for. A
   * new component without one gets the version the service gives it.
   */
  version?: pulumi.Input<string>;
  /** Whether the component runs. Default true. */
  active?: pulumi.Input<boolean | null>;
  /**
   * Settings by the catalogue's own names, which are never renamed. Managed key by key: a setting that is not declared
   * stays as it is. Those that the catalogue calls secret are secrets in Pulumi, whether you mark them or not; where the
   * catalogue cannot be asked, and where the settings are given as one Output, all are.
   */
  settings?: pulumi.Input<Record<string, pulumi.Input<unknown>> | null>;
  /** Fields that the service has and this version does not know, by the service's names; sent and compared as they are. */
  extra?: pulumi.Input<Record<string, unknown>>;
  /** What creating does when the project has this component. Default fail. */
  ifExists?: IfExists;
}
