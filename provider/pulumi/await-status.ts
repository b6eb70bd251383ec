import type { Client } from "../api/client.ts";
import { isTransient, messageOf } from "../api/errors.ts";
import type { DomainRecord } from "../api/records.ts";
import { domainKind } from "../resources/domain.ts";
import type { InProject } from "../resources/kind.ts";
import { warn } from "./warnings.ts";

/** What a domain can wait for: its DNS points at the service, or its certificate has been issued. */
export type WaitFor = "dns" | "ssl";
export const WAIT_FOR: readonly WaitFor[] = ["dns", "ssl"];

/** Seconds. */
export const DEFAULT_WAIT_TIMEOUT = 600;
export const LONGEST_WAIT_TIMEOUT = 3600;

/** Milliseconds between two reads: it grows from the first to the longest. */
const FIRST_INTERVAL = 5_000;
const LONGEST_INTERVAL = 15_000;
const GROWTH = 1.5;
/** Milliseconds between two warnings. */
const WARNING_INTERVAL = 60_000;

/** The domain as it was read last. */
export interface Awaited {
  readonly live: DomainRecord;
  /** Why the wait ended without the status. */
  readonly missing?: Error;
}

/**
 * Reads an attached domain until it has the status, for `timeout` seconds. Warns once a minute. A failed read that may pass
 * does not end the wait.
 */
export async function awaitStatus(
  client: Client,
  address: InProject,
  attached: DomainRecord,
  waitFor: WaitFor,
  timeout: number,
): Promise<Awaited> {
  const id = domainKind.idOf(attached);
  const started = client.now();
  const end = started + timeout * 1000;
  let live = attached;
  let warned = 0;
  let failure: string | undefined;
  for (
    let interval = FIRST_INTERVAL;
    !hasStatus(live, waitFor);
    interval = Math.min(interval * GROWTH, LONGEST_INTERVAL)
  ) {
    const now = client.now();
    const reason = failure ?? whatIsMissing(live, waitFor);
    if (now >= end) return { live, missing: timeoutError(id, timeout, reason) };
    const minutes = Math.floor((now - started) / WARNING_INTERVAL);
    if (minutes > warned) {
      warned = minutes;
      warn(`${id}: ${reason}. Waiting for ${minutes} of ${Math.ceil(timeout / 60)} minutes.`);
    }
    await client.pause(Math.min(interval, end - now), `for the ${waitFor} status of ${id}`);
    try {
      const read = await domainKind.read(client, address, domainKind.nameOf(live));
      if (read === undefined) {
        return { live, missing: new Error(`Domain ${id} was detached while it waited for its ${waitFor} status.`) };
      }
      live = read;
      failure = undefined;
    } catch (error) {
      if (!isTransient(error)) {
        const message = `Domain ${id} is attached, but its status cannot be read: ${messageOf(error)}`;
        return { live, missing: new Error(message, { cause: error }) };
      }
      failure = `its status cannot be read (${messageOf(error)})`;
    }
  }
  return { live };
}

/** A certificate does not help while the DNS is wrong. */
function hasStatus({ dns_status: dns, ssl_status: ssl }: DomainRecord, waitFor: WaitFor): boolean {
  return waitFor === "dns" ? dns === true : ssl === true && dns !== false;
}

/** A certificate is issued only once the DNS is right. */
function whatIsMissing(live: DomainRecord, waitFor: WaitFor): string {
  const name = `${waitFor}_status`;
  if (typeof live[name] !== "boolean") return `the service shows no ${name}`;
  if (live.dns_status === false) return "its DNS does not point at the service yet";
  return "its certificate has not been issued yet";
}

function timeoutError(id: string, timeout: number, reason: string): Error {
  return new Error(
    `Domain ${id} is attached, but after ${timeout} s ${reason}. The next \`pulumi up\` waits again; \`waitTimeout\` sets for how long.`,
  );
}
