import type { Client } from "../core/api/client.ts";
import { messageOf } from "../core/api/errors.ts";
import type { DomainRecord } from "../core/api/records.ts";
import { domainNamed, planning } from "../core/reconcile/view.ts";
import { createObserver } from "../core/reconcile/observe.ts";
import { awaitDomains, type WaitFailure } from "../core/reconcile/await-domains.ts";
import { hostNameOf } from "../core/resources/domain.ts";
import type { WaitFor } from "../core/resources/domain-status.ts";
import type { InProject } from "../core/resources/kind.ts";
import type { ReadyObject } from "./kinds/resource-kind.ts";
import { warn } from "./warnings.ts";

/** Milliseconds between two warnings. */
const WARNING_INTERVAL = 60_000;

/** Reads an attached domain until it has the status, for `timeout` seconds. Warns once a minute. */
export async function awaitStatus(
  client: Client,
  address: InProject,
  attached: DomainRecord,
  waitFor: WaitFor,
  timeout: number,
): Promise<ReadyObject<DomainRecord>> {
  const id = hostNameOf(attached);
  let warned = 0;
  const [awaited] = await awaitDomains(
    client,
    [{ address, live: attached }],
    { waitFor, timeout },
    {
      startRound: (reading) => () =>
        createObserver(reading).plan(planning((view) => domainNamed(view, address.projectId, attached.name))),
      onRound: ([domain], waited) => {
        const minutes = Math.floor(waited / WARNING_INTERVAL);
        const isOver = waited >= timeout * 1000;
        if (domain?.pending === undefined || minutes <= warned || isOver) return;
        warned = minutes;
        warn(`${id}: ${domain.pending}. Waiting for ${minutes} of ${Math.ceil(timeout / 60)} minutes.`);
      },
    },
  );
  const { live = attached, failed } = awaited ?? {};
  return failed === undefined ? { live } : { live, missing: new Error(`Domain ${id} ${explain(failed, waitFor)}`) };
}

function explain(failure: WaitFailure, waitFor: WaitFor): string {
  if (failure.why === "gone") return `was detached while it waited for its ${waitFor} status.`;
  return failure.why === "late"
    ? `is attached, but ${failure.reason}. The next \`pulumi up\` waits again; \`waitTimeout\` sets for how long.`
    : `is attached, but its status cannot be read: ${messageOf(failure.error)}`;
}
