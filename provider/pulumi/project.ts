import type * as pulumi from "@pulumi/pulumi";
import { declaredProject } from "../resources/project-fields.ts";
import type { ProjectArgs } from "./project-args.ts";
import { ServiceResource, type LookupOptions, type Outputs } from "./resource.ts";
import { secretInputs, SENSITIVE_INPUTS, withSensitiveMarked } from "./secret-arguments.ts";

// Every field as an output. No doc comment: a hover over the class would begin with it.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor names each of them
export interface Project extends Outputs<
  ProjectArgs,
  "ifExists" | "adoptId" | "previousSlug" | "profile" | "forceDestroy"
> {}

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
    const properties = args && { ...withSensitiveMarked(args), __secretInputs: secretInputs(args, SENSITIVE_INPUTS) };
    const outputs = Object.keys(declaredProject.shape);
    super("project", "Project", name, outputs, properties, options, (id) => `adoptId: "${id}"`);
  }

  /**
   * Reads a project that something else manages. Its fields are outputs, except those with values that may be credentials:
   * forwarded headers, conditions of cache rules, a URL with a user or a query. Fails if there is no such project.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): Project {
    return new Project(name, undefined, { ...opts, id });
  }
}
