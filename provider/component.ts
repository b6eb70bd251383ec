import type * as pulumi from "@pulumi/pulumi";
import type { ComponentFields } from "../schema/pulumi-arguments.ts";
import { refuseLost } from "./lost-arguments.ts";
import { ServiceResource, type AccountArgs, type IfExists, type LookupOptions, type Outputs } from "./resource.ts";
import { secretInputs, withSecretsMarked } from "./secret-arguments.ts";

/** The declared fields of a component in a project. An absent field is not managed. */
export interface ProjectComponentArgs extends AccountArgs, ComponentFields {
  /** ID of the project. A change replaces the component. */
  projectId: pulumi.Input<string>;
  /** Fails, or adopts the component, if the project has it already. Default: fail. */
  ifExists?: IfExists;
  /**
   * ID (`pc_y`) of an existing component of the project to adopt. Use it to choose one of several that count as the same, or
   * one that the service shows without its name.
   */
  adoptId?: pulumi.Input<string>;
}

// Every field as an output. No doc comment: a hover over the class would begin with it.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor names each of them
export interface ProjectComponent extends Outputs<ComponentFields> {}

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
 * Version and settings are checked against the catalogue before anything is written. The output `version` has `latest` resolved.
 * Outputs are what is declared, besides `componentVersion` and `componentId`; for live values use `getProjectComponent`.
 */
export class ProjectComponent extends ServiceResource {
  /** ID of the project. */
  declare readonly projectId: pulumi.Output<string>;
  /** The live version, declared or not. */
  declare readonly componentVersion: pulumi.Output<string | undefined>;
  /** ID of the component in the catalogue. */
  declare readonly componentId: pulumi.Output<string | undefined>;

  constructor(name: string, args: ProjectComponentArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: LookupOptions);
  constructor(name: string, args: ProjectComponentArgs | undefined, opts?: LookupOptions) {
    refuseLost(args);
    const properties = args && { ...args, settings: withSecretsMarked(args), __secretInputs: secretInputs(args) };
    super("component", name, properties, opts);
  }

  /**
   * Reads a component that something else manages. The id is `prj_x/pc_y`. Shows only the settings that the catalogue says
   * are not secret. Fails if there is no such component.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): ProjectComponent {
    return new ProjectComponent(name, undefined, { ...opts, id });
  }
}
