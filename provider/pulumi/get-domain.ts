import * as pulumi from "@pulumi/pulumi";
import { domainNamed } from "../reconcile/find.ts";
import { planning } from "../reconcile/view.ts";
import { canonicalHostName, explainHostName } from "../resources/host-name.ts";
import { explainMissingProject, lookUp } from "./program-connection.ts";
import type { AccountArgs, LookupInputs } from "./resource.ts";
import { statusOutputs } from "./kinds/domain.ts";

export interface GetDomainArgs extends AccountArgs {
  /** ID of the project that the domain is attached to. */
  readonly projectId: string;
  /** Host name such as `www.example.com`, in any spelling. */
  readonly name: string;
}

/** A live domain. A status that the service does not show is missing. */
export interface GetDomainResult {
  /** `prj_x/www.example.com`, as `Domain.get` takes it. */
  readonly id: string;
  readonly projectId: string;
  /** The host name in its canonical form: lower-case ASCII. */
  readonly name: string;
  /** Whether the DNS of the host name points at the service. */
  readonly dnsStatus?: boolean;
  /** Whether a certificate has been issued. */
  readonly sslStatus?: boolean;
}

/**
 * Looks up a domain of a project. Nothing is managed, and nothing is kept in the state.
 *
 * ```ts
 * const { sslStatus } = await projectsync.getDomain({ projectId: "prj_x", name: "www.example.com" });
 * ```
 *
 * Rejects if the project or the domain does not exist, or if the token may not see it.
 */
export async function getDomain({ projectId, name, profile }: GetDomainArgs): Promise<GetDomainResult> {
  return lookUp(async (connection) => {
    const hostName = canonicalHostName(name);
    if (hostName === undefined) throw new Error(`${explainHostName(name)}.`);
    connection.forgetOlder(0);
    const live = await explainMissingProject(projectId, () =>
      connection.observer.plan(planning((view) => domainNamed(view, projectId, hostName))),
    );
    if (live === undefined) {
      throw new Error(
        `There is no domain ${hostName} in project ${projectId}. Check both, or attach it with a Domain.`,
      );
    }
    return { id: `${projectId}/${hostName}`, projectId, name: hostName, ...statusOutputs(live) };
  }, profile);
}

/** Like `getDomain`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export function getDomainOutput(args: LookupInputs<GetDomainArgs>): pulumi.Output<GetDomainResult> {
  return pulumi.output(args).apply(getDomain);
}
