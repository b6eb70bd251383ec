import { z } from "zod";
import { isServiceError } from "../../core/api/errors.ts";
import type { DomainRecord } from "../../core/api/records.ts";
import { domainNamed } from "../../core/reconcile/view.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT } from "../../core/reconcile/await-domains.ts";
import { readinessOf, WAIT_FOR } from "../../core/resources/domain-status.ts";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import { awaitStatus } from "../await-status.ts";
import { childKind, openChild } from "./child-kind.ts";
import { isUnknown } from "../unknown.ts";
import { type ResourceKind, requiredText, type ResolvedInputs, type LookupContext } from "./resource-kind.ts";

const waitFor = z.enum(WAIT_FOR).optional();
const waitTimeout = z.int().min(1).max(LONGEST_WAIT_TIMEOUT).optional();

const plain = childKind("domain");

export const domainKind: ResourceKind<DomainRecord> = {
  ...plain,
  inputs: plain.inputs.extend({ wait_for: waitFor, wait_timeout: waitTimeout }),
  outputs: ["dns_status", "ssl_status"],
  outputOf: isReady,
  resolve: async (connection, inputs, olds) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    const problems = await problemsOfMove(connection, inputs["project_id"], olds["project_id"]);
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems };
  },
  awaitReady: async ({ client }, inputs, live) => {
    const status = waitFor.parse(inputs["wait_for"]);
    if (status === undefined) return { live };
    const timeout = waitTimeout.parse(inputs["wait_timeout"]) ?? DEFAULT_WAIT_TIMEOUT;
    return awaitStatus(client, { projectId: requiredText(inputs, "project_id") }, live, status, timeout);
  },
  open: async (_connection, inputs) => ({
    ...openChild("domain", inputs),
    // Does not parse the name: another version may have written it.
    compare: () => [],
    read: (view, id) => domainNamed(view, requiredText(inputs, "project_id"), id),
  }),
};

/** Pulumi detaches a host name that moves first, so a project that is not there is found before. */
async function problemsOfMove(
  { look, newProjects }: LookupContext,
  to: unknown,
  from: unknown,
): Promise<ResolvedInputs["problems"]> {
  if (typeof to !== "string" || isUnknown(to) || from === undefined || from === to || newProjects.has(to)) return [];
  try {
    if ((await look((view) => view.project(to))) !== undefined) return [];
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // The deletion meets the same service.
    return [];
  }
  return [{ path: ["project_id"], message: `there is no project ${to}; the host name stays where it is` }];
}

/** `undefined` if the service does not show it. */
export function isReady(status: unknown): boolean | undefined {
  const readiness = readinessOf(status);
  return readiness === "not-known" ? undefined : readiness === "ready";
}
