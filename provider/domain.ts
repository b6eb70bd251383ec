import type * as pulumi from "@pulumi/pulumi";
import type { WaitFor } from "../core/resources/wait-for.ts";
import { ServiceResource, type AccountArgs, type IfExists, type LookupOptions } from "./resource.ts";

/**
 * The declared fields of a domain. Another `projectId` moves it: it is detached first. Another `name` is attached before the old
 * one goes.
 */
export interface DomainArgs extends AccountArgs {
  /** ID of the project that the domain is attached to. */
  projectId: pulumi.Input<string>;
  /** Host name such as `www.example.com`. International names and capital letters are converted to lower-case ASCII. */
  name: pulumi.Input<string>;
  /** Fails, or adopts the domain, if the project has it already. Default: fail. */
  ifExists?: IfExists;
  /**
   * What to wait for when the domain is attached, and when this option changes: `dns`, that the DNS of the host name points at
   * the service, or `ssl`, that a certificate has been issued. Default: nothing. If neither comes in time, the resource is
   * kept with an error, and the next `pulumi up` waits again. A preview never waits.
   */
  waitFor?: pulumi.Input<WaitFor>;
  /** Seconds to wait for that, from 1 to 3600. Default: 600. */
  waitTimeout?: pulumi.Input<number>;
}

/**
 * A host name attached to a project. Its id is `prj_x/www.example.com`.
 *
 * ```ts
 * new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
 * ```
 *
 * Creating does not wait for DNS and the certificate, unless `waitFor` says so. `dnsStatus` and `sslStatus` are as of the last
 * create, update or refresh; for live values use `getDomain`.
 */
export class Domain extends ServiceResource {
  /** ID of the project that the domain is attached to. */
  declare readonly projectId: pulumi.Output<string>;
  /** The host name in its canonical form: lower-case ASCII. */
  declare readonly name: pulumi.Output<string>;
  /** True if the DNS of the host name points at the service. */
  declare readonly dnsStatus: pulumi.Output<boolean | undefined>;
  /** True if a certificate has been issued. */
  declare readonly sslStatus: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DomainArgs, opts?: pulumi.CustomResourceOptions);
  /** @internal */
  constructor(name: string, args: undefined, opts: LookupOptions);
  constructor(name: string, args: DomainArgs | undefined, opts?: LookupOptions) {
    super("domain", name, args, opts);
  }

  /** Reads a domain that something else manages. The id is `prj_x/www.example.com`. Fails if there is no such domain. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: LookupOptions): Domain {
    return new Domain(name, undefined, { ...opts, id });
  }
}
