import * as pulumi from "@pulumi/pulumi";
import { declaredProject } from "../resources/project-fields.ts";
import { declareOnce } from "./declare-once.ts";
import { outputNames, type Outputs } from "./outputs.ts";
import type { ProjectArgs } from "./project-args.ts";
import { SENSITIVE_INPUTS, withSensitiveMarked } from "./sensitive-inputs.ts";
import { secretInputs } from "./secret-inputs.ts";
import { refuseImport } from "./refuse-import.ts";
import { lookupProperties, type LookupOptions } from "./lookup-options.ts";
import { stub } from "./stub.ts";

const provider = stub("project");

/** Every field as an output. */
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
export class Project extends pulumi.dynamic.Resource {
  /** Scheme, host and port of the service that the resource was created on. */
  declare readonly origin: pulumi.Output<string>;

  constructor(name: string, args: ProjectArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: LookupOptions);
  constructor(name: string, args: ProjectArgs | undefined, opts: LookupOptions = {}) {
    refuseImport(opts, (id) => `adoptId: "${id}"`);
    const options = {
      ...opts,
      // Besides the inputs, whose outputs are secret with them.
      additionalSecretOutputs: [...SENSITIVE_INPUTS, ...(opts.additionalSecretOutputs ?? [])],
    };
    const properties =
      args === undefined
        ? lookupProperties(opts)
        : { ...withSensitiveMarked(args), secretInputs: secretInputs(args, SENSITIVE_INPUTS) };
    const outputs = { ...outputNames(declaredProject), origin: undefined };
    super(provider, name, { ...outputs, ...properties }, options, "projectsync", "Project");
    if (args !== undefined) declareOnce("project", name, [args.profile, args.organizationId, args.slug]);
  }

  /**
   * Reads a project that something else manages. Its fields are outputs, except those with values that may be credentials:
   * forwarded headers, conditions of cache rules, a URL with a user or a query. Fails if there is no such project.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): Project {
    return new Project(name, undefined, { ...opts, id });
  }
}
