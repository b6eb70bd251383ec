import { z } from "zod";
import { isServiceError, messageOf } from "../../core/api/errors.ts";
import type { DomainRecord } from "../../core/api/records.ts";
import { awaitDomains, type WaitFailure } from "../../core/reconcile/await-domains.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT, WAIT_FOR, type WaitFor } from "../../core/resources/wait-for.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { domainStep } from "../../core/reconcile/step.ts";
import { domainNamed, planning } from "../../core/reconcile/snapshot-view.ts";
import { declaredDomain, findDomain, hostNameOf } from "../../core/resources/domain.ts";
import { readinessOf } from "../../core/resources/domain-status.ts";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import { warn } from "../warnings.ts";
import {
  declaredOf,
  isUnknown,
  options,
  projectIdInput,
  requiredText,
  type LookupContext,
  type ReadyObject,
  type ResolvedInputs,
  type ResourceKind,
} from "./resource-kind.ts";

const waitFor = z
  .enum(WAIT_FOR)
  .optional()
  .describe("What a create and an update wait for: `dns`, or `ssl` for the certificate. Default: nothing.");
const waitTimeout = z.int().min(1).max(LONGEST_WAIT_TIMEOUT).optional().describe("Longest wait in seconds.");

export const domainKind: ResourceKind<DomainRecord> = {
  name: "domain",
  inputs: z.strictObject({
    project_id: projectIdInput,
    ...declaredDomain.shape,
    ...options,
    wait_for: waitFor,
    wait_timeout: waitTimeout,
  }),
  declared: declaredDomain,
  key: "name",
  nameOf: (name) => hostNameOf({ name }),
  fixed: ["project_id", "name"],
  outputs: ["dns_status", "ssl_status"],
  outputOf: isReady,
  resolve: async (connection, inputs, olds) => {
    const name = typeof inputs["name"] === "string" ? canonicalHostName(inputs["name"]) : undefined;
    const problems = await problemsOfMove(connection, inputs["project_id"], olds["project_id"]);
    return { inputs: name === undefined ? inputs : { ...inputs, name }, problems };
  },
  awaitReady,
  open: async (_connection, inputs) => {
    const projectId = requiredText(inputs, "project_id");
    // Parsed only for a create: another version may have written the name.
    const declared = declaredOf(declaredDomain, inputs);
    const name = (): string => hostNameOf(declared());
    return {
      find: (view) => findDomain(view.domains(projectId), name(), `domain ${name()} in project ${projectId}`),
      hasKey: (live) => hostNameOf(live) === name(),
      compare: () => [],
      step: (frame, live) => domainStep(frame, name(), live),
      shown: (live) => ({ name: hostNameOf(live) }),
    };
  },
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

/** Milliseconds between two warnings. */
const WARNING_INTERVAL = 60_000;

/** Reads an attached domain until it has the status that the inputs name. Warns once a minute. */
async function awaitReady(
  connection: Account,
  inputs: Fields,
  attached: DomainRecord,
): Promise<ReadyObject<DomainRecord>> {
  const status = waitFor.parse(inputs["wait_for"]);
  if (status === undefined) return { live: attached };
  const timeout = waitTimeout.parse(inputs["wait_timeout"]) ?? DEFAULT_WAIT_TIMEOUT;
  const projectId = requiredText(inputs, "project_id");
  const name = hostNameOf(attached);
  let warned = 0;
  const [awaited] = await awaitDomains(
    connection.client,
    [{ address: { projectId }, live: attached }],
    { waitFor: status, timeout },
    {
      startRound: (reading) => () =>
        createObserver(reading).plan(planning((view) => domainNamed(view, projectId, attached.name))),
      onRound: ([domain], waited) => {
        const minutes = Math.floor(waited / WARNING_INTERVAL);
        const isOver = waited >= timeout * 1000;
        if (domain?.pending === undefined || minutes <= warned || isOver) return;
        warned = minutes;
        const limit = Math.ceil(timeout / 60);
        warn(`${name}: ${domain.pending}. Waiting for ${minutes} of ${limit} minutes.`, connection);
      },
    },
  );
  const { live = attached, failed } = awaited ?? {};
  return failed === undefined ? { live } : { live, missing: new Error(`Domain ${name} ${explain(failed, status)}`) };
}

function explain(failure: WaitFailure, status: WaitFor): string {
  if (failure.why === "gone") return `was detached while it waited for its ${status} status.`;
  return failure.why === "late"
    ? `is attached, but ${failure.reason}. The next \`pulumi up\` waits again; \`waitTimeout\` sets for how long.`
    : `is attached, but its status cannot be read: ${messageOf(failure.error)}`;
}

/** `undefined` if the service does not show it. */
export function isReady(status: unknown): boolean | undefined {
  const readiness = readinessOf(status);
  return readiness === "not-known" ? undefined : readiness === "ready";
}
