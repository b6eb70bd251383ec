import type * as pulumi from "@pulumi/pulumi";
import type { ProjectFields } from "../schema/pulumi-arguments.ts";
import { refuseLost } from "./lost-arguments.ts";
import { ServiceResource, type AccountArgs, type IfExists, type LookupOptions, type Outputs } from "./resource.ts";
import { secretInputs, SENSITIVE_INPUTS, withSensitiveMarked } from "./secret-arguments.ts";

/**
 * The declared fields of a project, with the service's names and defaults. An absent field is not managed: it is never
 * compared and never sent. `null` asks for the service's default. Lists are managed as a whole.
 */
export interface ProjectArgs extends AccountArgs, ProjectFields {
  /**
   * Fails, or adopts the project, if the organization has one with this slug. Default: fail. An adopted project is
   * converged to its declared state. From then on this resource owns it: deleting the resource deletes the project.
   */
  ifExists?: IfExists;
  /**
   * ID of an existing project to adopt, whatever its slug. Use it to import a project (Pulumi's `import` does not work with
   * dynamic providers), or to choose one of several projects with the same slug. Not named `id`, which is an output of
   * every Pulumi resource, or `projectId`, which names the parent in other resources.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Slug that the project had before. With `ifExists: "adopt"`, a project that still has it is adopted and renamed. Not needed
   * for a project that the stack has: a change of `slug` renames it.
   */
  previousSlug?: pulumi.Input<string>;
  /**
   * Delete the project even if it holds components or domains, which are deleted with it. Default: false, which refuses
   * the deletion. A change takes effect only after a `pulumi up`.
   */
  forceDestroy?: pulumi.Input<boolean>;
}

// Every field as an output. No doc comment: a hover over the class would begin with it.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor names each of them
export interface Project extends Outputs<ProjectFields> {}

/**
 * A project of an organization, with its settings. Its id is the service's, such as `prj_x`.
 *
 * ```ts
 * const site = new projectsync.Project("site", {
 *   organizationId: "org_1",
 *   slug: "site",
 *   forceHttps: true,
 *   rateLimiting: [{ rank: 1, limit: 100, blockDuration: 300 }],
 * });
 * ```
 *
 * The service is configured with `PROJECTSYNC_BASE_URL` and `PROJECTSYNC_TOKEN`, or with `projectsync:baseUrl` and the
 * secret `projectsync:token` in the stack's configuration.
 *
 * Creating fails if the project exists (see `ifExists`). Deleting fails if the project holds components or domains that
 * are not declared (see `forceDestroy`). If the project is created but its settings are refused, the project is kept, and
 * the next update sends the settings again.
 *
 * Outputs are what is declared; for live values use `getProject`.
 *
 * `forwardedHeaders`, `overrideCache` and `externalProjectUrl` may hold credentials, so they are Pulumi secrets, marked or not:
 * state keeps them encrypted, and previews show only that they change.
 */
export class Project extends ServiceResource {
  constructor(name: string, args: ProjectArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: LookupOptions);
  constructor(name: string, args: ProjectArgs | undefined, opts: LookupOptions = {}) {
    const options = {
      ...opts,
      // Besides the inputs, whose outputs are secret with them.
      additionalSecretOutputs: [...SENSITIVE_INPUTS, ...(opts.additionalSecretOutputs ?? [])],
    };
    refuseLost(args);
    const properties = args && { ...withSensitiveMarked(args), __secretInputs: secretInputs(args) };
    super("project", name, properties, options);
  }

  /**
   * Reads a project that something else manages. Its fields are outputs, except those with values that may be credentials:
   * forwarded headers, conditions of cache rules, a URL with a user or a query. Fails if there is no such project.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): Project {
    return new Project(name, undefined, { ...opts, id });
  }
}
