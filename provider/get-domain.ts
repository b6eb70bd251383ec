import { domainNamed, type View } from "../core/reconcile/snapshot-view.ts";
import { canonicalHostName, explainHostName } from "../core/resources/host-name.ts";
import { isReady } from "./kinds/domain-kind.ts";
import type { Account } from "./account.ts";
import { findLive, lookup, withInputs } from "./lookup.ts";
import { present } from "./naming.ts";
import type { AccountArgs } from "./resource.ts";

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
  /** True if the DNS of the host name points at the service. */
  readonly dnsStatus?: boolean;
  /** True if a certificate has been issued. */
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
export const getDomain = lookup(findDomain);

/** Like `getDomain`, but takes Inputs, such as outputs of other resources, and returns an Output. */
export const getDomainOutput = withInputs(getDomain);

/** @internal The search of the lookup, for the native provider too. Its types are not the package's. */
export async function findDomain(
  connection: Account,
  { projectId, name: given }: GetDomainArgs,
): Promise<GetDomainResult> {
  const name = canonicalHostName(given);
  if (name === undefined) throw new Error(`${explainHostName(given)}.`);
  const find = (view: View) => domainNamed(view, projectId, name);
  const live = await findLive(connection, find, `Domain ${name} in project ${projectId}`, projectId);
  const statuses = present({ dnsStatus: isReady(live.dns_status), sslStatus: isReady(live.ssl_status) });
  return { id: `${projectId}/${name}`, projectId, name, ...statuses };
}
