import type { Client } from "../../core/api/client.ts";
import { messageOf, StoppedError } from "../../core/api/errors.ts";
import type { DomainRecord } from "../../core/api/records.ts";
import {
  awaitDomains,
  type AttachedDomain,
  type AwaitedDomain,
  type DomainWait,
  type ReadDomain,
  type WaitFailure,
} from "../../core/reconcile/await-domains.ts";
import { hostNameOf, domainsByHostName } from "../../core/resources/domain.ts";
import type { WaitFor } from "../../core/resources/wait-for.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { planning } from "../../core/reconcile/snapshot-view.ts";
import { lacksField } from "../../core/resources/partial-record.ts";
import { statusOf, type DomainStatus, type LiveDomain } from "../../core/plan/live-domains.ts";

/** Receives how many domains of the wait have the status. */
export type OnReady = (ready: number, total: number) => void;

/**
 * Waits until all domains have the status, or the time is over. Each round reads one list per project. Returns the statuses that
 * were read last, also if the client is stopped.
 */
export async function awaitReady(
  client: Client,
  domains: readonly LiveDomain[],
  wait: DomainWait,
  onReady: OnReady,
): Promise<readonly DomainStatus[]> {
  let last: readonly AwaitedDomain[] = domains;
  try {
    last = await awaitDomains(client, domains, wait, {
      startRound: (reading) => readFromLists(reading, wait.waitFor),
      onRound: (now) => {
        last = now;
        onReady(now.filter(({ pending, failed }) => pending === undefined && failed === undefined).length, now.length);
      },
    });
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
  }
  return domains.map(({ key, live }, index) => {
    const { live: now = live, failed } = last[index] ?? {};
    const status = statusOf({ key, live: now });
    return failed === undefined ? status : { ...status, waitError: explain(failed) };
  });
}

/** Reads domains in lists. What a list does not show is read on its own: the list may lag, or leave out the status. */
function readFromLists(client: Client, waitFor: WaitFor): ReadDomain {
  const observer = createObserver(client);
  return ({ address: { projectId }, live }: AttachedDomain): Promise<DomainRecord | undefined> =>
    observer.plan(
      planning((view) => {
        const [found] = domainsByHostName(view.domains(projectId)).get(hostNameOf(live)) ?? [];
        return found !== undefined && !lacksField(found, `${waitFor}_status`)
          ? found
          : view.domain(projectId, live.name);
      }),
    );
}

function explain(failure: WaitFailure): string {
  switch (failure.why) {
    case "late":
      return failure.reason;
    case "gone":
      return "it was detached meanwhile";
    case "unreadable":
      return `its status cannot be read: ${messageOf(failure.error)}`;
  }
}
