import * as pulumi from "@pulumi/pulumi";
import { declaredComponent } from "../resources/component/declared.ts";
import { outputNames, type Outputs } from "./outputs.ts";
import type { ProjectComponentArgs } from "./component-args.ts";
import { withSecretsMarked } from "./secret-settings.ts";
import { secretInputs } from "./secret-inputs.ts";
import { refuseImport } from "./refuse-import.ts";
import { declareOnce } from "./declare-once.ts";
import { lookupProperties, type LookupOptions } from "./lookup-options.ts";
import { stub } from "./stub.ts";

const provider = stub("component");

/** Every field as an output: `version` with `latest` resolved. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor names each of them
export interface ProjectComponent extends Outputs<ProjectComponentArgs, "ifExists" | "adoptId" | "profile"> {}

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
  /** The live version, declared or not. */
  declare readonly componentVersion: pulumi.Output<string | undefined>;
  /** ID of the component in the catalogue. */
  declare readonly componentId: pulumi.Output<string | undefined>;
  /** Scheme, host and port of the service that the resource was created on. */
  declare readonly origin: pulumi.Output<string>;

  constructor(name: string, args: ProjectComponentArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: LookupOptions);
  constructor(name: string, args: ProjectComponentArgs | undefined, opts?: LookupOptions) {
    refuseImport(opts, () => 'ifExists: "adopt"');
    const outputs = {
      ...outputNames(declaredComponent),
      projectId: undefined,
      componentVersion: undefined,
      componentId: undefined,
      origin: undefined,
    };
    const properties =
      args === undefined
        ? lookupProperties(opts)
        : { ...args, settings: withSecretsMarked(args), secretInputs: secretInputs(args) };
    super(provider, name, { ...outputs, ...properties }, opts, "projectsync", "ProjectComponent");
    if (args !== undefined) declareOnce("component", name, [args.profile, args.projectId, args.component]);
  }

  /**
   * Reads a component that something else manages. The id is `prj_x/pc_y`. Shows only the settings that the catalogue says
   * are not secret. Fails if there is no such component.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): ProjectComponent {
    return new ProjectComponent(name, undefined, { ...opts, id });
  }
}
