import * as pulumi from "@pulumi/pulumi";
import type { ProjectArgs } from "./project-args.ts";
import { stub } from "./stub.ts";

const provider = stub("project");

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
 * Creating fails where the project exists (`ifExists`), and deleting where it has children that were not declared
 * (`forceDestroy`). Where creating succeeds and the settings are refused, the project is kept, and the next update goes
 * on from there.
 */
export class Project extends pulumi.dynamic.Resource {
  declare readonly organizationId: pulumi.Output<string>;
  declare readonly slug: pulumi.Output<string>;
  /** As declared, like every other field: `undefined` where it was not. */
  declare readonly type: pulumi.Output<pulumi.Unwrap<ProjectArgs["type"]>>;
  /** scheme, host and port of the service that it was made on. */
  declare readonly origin: pulumi.Output<string>;

  constructor(name: string, args: ProjectArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: pulumi.CustomResourceOptions);
  constructor(name: string, args: ProjectArgs | undefined, opts: pulumi.CustomResourceOptions = {}) {
    // Made before the old one is deleted, the new one would adopt the old one, which is then deleted.
    const adopts = args?.ifExists === "adopt" || args?.adoptId !== undefined;
    const options = adopts ? { deleteBeforeReplace: true, ...opts } : opts;
    const outputs = { organizationId: undefined, slug: undefined, type: undefined, origin: undefined };
    super(provider, name, { ...outputs, ...args }, options, "projectsync", "Project");
  }

  /**
   * Looks at a project that something else manages. All its fields are outputs, but `forwardedHeaders`, which may hold
   * credentials. Fails where there is none.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Project {
    return new Project(name, undefined, { ...opts, id });
  }
}
