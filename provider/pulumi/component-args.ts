import type { Input } from "@pulumi/pulumi";
import type { AccountArgs, IfExists } from "./project-args.ts";

/** The declared fields of a component in a project. An absent field is not managed. */
export interface ProjectComponentArgs extends AccountArgs {
  /** ID of the project. A change replaces the component. */
  projectId: Input<string>;
  // <fields of ProjectComponentArgs>
  /** `organization/component` in the catalogue. A change replaces the component. */
  component: Input<string>;
  /**
   * Version in the catalogue, or `latest`. Without it, the service chooses the version of a new component. Each preview
   * and update resolves `latest` and shows the resolved version.
   */
  version?: Input<string>;
  /** Whether the component runs. Default: true. */
  active?: Input<boolean | null>;
  /**
   * Settings, by their names in the catalogue. Managed key by key: an undeclared setting is left unchanged. Keys are
   * never renamed. Settings that the catalogue calls secret become Pulumi secrets, marked or not. If the catalogue
   * cannot be read, or if the settings are one Output, all settings do.
   */
  settings?: Input<Record<string, unknown> | null>;
  /**
   * Fields that the service has but this version does not know. They are sent and compared unchanged. Keys are never
   * renamed.
   */
  extra?: Input<Record<string, unknown>>;
  // </fields>

  /** What to do if the project already has this component. Default: fail. */
  ifExists?: IfExists;
  /**
   * ID (`pc_y`) of an existing component of the project to adopt. Use it to choose one of several that count as the same, or
   * one that the service shows without its name.
   */
  adoptId?: Input<string>;
}
