import * as pulumi from "@pulumi/pulumi";
import type { IfExists } from "./project-args.ts";
import { stub } from "./stub.ts";

const provider = stub("domain");

/** What can be declared of a domain. A change of either field replaces it: the old one is detached first. */
export interface DomainArgs {
  /** Id of the project that the domain is attached to. */
  projectId: pulumi.Input<string>;
  /** Host name such as `www.example.com`. International names and capital letters are brought to one form. */
  name: pulumi.Input<string>;
  /** What creating does when the project has this domain. Default fail. */
  ifExists?: IfExists;
}

/**
 * A host name attached to a project. Its id is `prj_x/www.example.com`.
 *
 * ```ts
 * new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
 * ```
 *
 * Creating does not wait for DNS and certificate: `dnsStatus` and `sslStatus` say how things were when the resource was
 * last made, updated or refreshed.
 */
export class Domain extends pulumi.dynamic.Resource {
  declare readonly projectId: pulumi.Output<string>;
  /** In its one form: ASCII, lower case. */
  declare readonly name: pulumi.Output<string>;
  /** Whether the DNS of the host name points at the service. */
  declare readonly dnsStatus: pulumi.Output<boolean | undefined>;
  /** Whether a certificate has been issued. */
  declare readonly sslStatus: pulumi.Output<boolean | undefined>;
  /** scheme, host and port of the service that it was attached on. */
  declare readonly origin: pulumi.Output<string>;

  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: pulumi.CustomResourceOptions);
  constructor(name: string, args: DomainArgs | undefined, opts?: pulumi.CustomResourceOptions) {
    const outputs = {
      projectId: undefined,
      name: undefined,
      dnsStatus: undefined,
      sslStatus: undefined,
      origin: undefined,
    };
    // A host name can be attached once: the old resource has to go before the new one can come.
    super(provider, name, { ...outputs, ...args }, { deleteBeforeReplace: true, ...opts }, "projectsync", "Domain");
  }

  /** Looks at a domain that something else manages; the id is `prj_x/www.example.com`. Fails where there is none. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Domain {
    return new Domain(name, undefined, { ...opts, id });
  }
}
