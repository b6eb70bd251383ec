import * as pulumi from "@pulumi/pulumi";
import type { ProjectComponentArgs } from "./component-args.ts";
import { withSecretsMarked } from "./secret-settings.ts";
import { stub } from "./stub.ts";

const provider = stub("component");

/**
 * A component of the catalogue, integrated in a project. Its id is `prj_x/pc_y`.
 *
 * ```ts
 * new projectsync.ProjectComponent("analytics", {
 *   projectId: site.id,
 *   component: "edgee/ga4",
 *   version: "1.2.0",
 *   settings: { measurement_id: config.require("measurementId") },
 * });
 * ```
 *
 * Version and settings are checked against the catalogue before anything is written.
 */
export class ProjectComponent extends pulumi.dynamic.Resource {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly component: pulumi.Output<string>;
  /** As declared, `latest` resolved; `undefined` where none was. */
  declare readonly version: pulumi.Output<string | undefined>;
  /** The version the service has, declared or not. */
  declare readonly componentVersion: pulumi.Output<string | undefined>;
  /** Id of the component in the catalogue. */
  declare readonly componentId: pulumi.Output<string | undefined>;
  /** scheme, host and port of the service that it was made on. */
  declare readonly origin: pulumi.Output<string>;

  constructor(name: string, args: ProjectComponentArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: pulumi.CustomResourceOptions);
  constructor(name: string, args: ProjectComponentArgs | undefined, opts?: pulumi.CustomResourceOptions) {
    const outputs = {
      projectId: undefined,
      component: undefined,
      version: undefined,
      componentVersion: undefined,
      componentId: undefined,
      origin: undefined,
    };
    const properties = args === undefined ? {} : { ...args, settings: withSecretsMarked(args) };
    super(
      provider,
      name,
      { ...outputs, ...properties },
      // A project has a component once: the old resource has to go before the new one can come.
      { deleteBeforeReplace: true, ...opts },
      "projectsync",
      "ProjectComponent",
    );
  }

  /**
   * Looks at a component that something else manages; the id is `prj_x/pc_y`. Its settings are shown as far as the
   * catalogue says that they are no secrets. Fails where there is none.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ProjectComponent {
    return new ProjectComponent(name, undefined, { ...opts, id });
  }
}
