import type { Client } from "../api/client.ts";
import { asError, isServiceError, isTransient, messageOf, ProtocolError, StoppedError } from "../api/errors.ts";
import type { DomainRecord } from "../api/records.ts";
import { whatIsMissing } from "../resources/domain-status.ts";
import { type WaitFor } from "../resources/wait-for.ts";
import type { InProject } from "../resources/kind.ts";
import { SETTLE_WINDOW } from "./settle.ts";
import { poll } from "./poll.ts";

/** Milliseconds between two reads: it grows from the first to the longest. */
const FIRST_INTERVAL = 5_000;
const LONGEST_INTERVAL = 15_000;
const GROWTH = 1.5;
/** Milliseconds that reads may go on after the time is over. */
const LAST_READS = 60_000;

export interface AttachedDomain {
  readonly address: InProject;
  /** As it was read last. */
  readonly live: DomainRecord;
}

export interface AwaitedDomain extends AttachedDomain {
  /** The status that it still waits for. Absent if it has the status, and if its wait has failed. */
  readonly pending?: string;
  /** Why its wait has failed. */
  readonly failed?: WaitFailure;
}

/** `late`: it did not get the status in time. `gone`: it was detached; a domain that was just attached may show late. `unreadable`: the service refuses to show it. */
export type WaitFailure =
  | { readonly why: "late"; readonly reason: string }
  | { readonly why: "gone" }
  | { readonly why: "unreadable"; readonly error: Error };

/** Reads a domain. `undefined` if it is gone. */
export type ReadDomain = (domain: AttachedDomain) => Promise<DomainRecord | undefined>;

export interface DomainWait {
  readonly waitFor: WaitFor;
  /** Seconds. */
  readonly timeout: number;
}

interface Rounds {
  /** Called before each round of reads. Its result reads each domain of the round, with the given client. */
  readonly startRound: (client: Client) => ReadDomain;
  /** Receives all domains, before the first round and after each, and for how many milliseconds they have waited. */
  readonly onRound?: (domains: readonly AwaitedDomain[], waited: number) => void;
}

/**
 * Reads attached domains until all have the status in the same round, or the time is over. A status can be lost again, so each
 * round reads all of them. A failed read that may pass does not end a wait; a domain whose wait has failed is not read again. Reads
 * nothing if all have the status already. Returns the domains in their order. Rejects with StoppedError when the client is
 * stopped. The reads that are not done when the time is over have one more minute, all together.
 */
export async function awaitDomains(
  client: Client,
  attached: readonly AttachedDomain[],
  { waitFor, timeout }: DomainWait,
  { startRound, onRound }: Rounds,
): Promise<readonly AwaitedDomain[]> {
  const started = client.now();
  const end = started + timeout * 1000;
  const reading = client.withEnd(end + LAST_READS);
  const readAll = async (domains: readonly AwaitedDomain[]): Promise<readonly AwaitedDomain[]> => {
    const read = startRound(reading);
    // It may have been attached a moment before the wait.
    const mayShowLate = client.now() - started <= SETTLE_WINDOW;
    return Promise.all(domains.map((domain) => readAgain(domain, waitFor, read, mayShowLate)));
  };
  const { last, end: how } = await poll<readonly AwaitedDomain[]>(
    client,
    { delays: intervalsUntil(end, client), reason: (domains) => `for ${describePending(domains)}` },
    async (before) => {
      const domains = before === undefined ? attached.map((domain) => judge(domain, waitFor)) : await readAll(before);
      onRound?.(domains, client.now() - started);
      return domains;
    },
    (domains) => domains.every(({ pending }) => pending === undefined),
  );
  if (how === "stopped") throw new StoppedError();
  return how === "done" ? last : last.map((domain) => endLate(domain, timeout));
}

function* intervalsUntil(end: number, client: Client): Generator<number> {
  for (let interval = FIRST_INTERVAL; client.now() < end; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL))
    yield Math.min(interval, end - client.now());
}

function describePending(domains: readonly AwaitedDomain[]): string {
  const [first, ...others] = domains.filter(({ pending }) => pending !== undefined);
  return `${first?.live.name}${others.length === 0 ? "" : `, ${others.length} more`}`;
}

function judge({ address, live }: AttachedDomain, waitFor: WaitFor): AwaitedDomain {
  const pending = whatIsMissing(live, waitFor);
  return pending === undefined ? { address, live } : { address, live, pending };
}

async function readAgain(
  domain: AwaitedDomain,
  waitFor: WaitFor,
  read: ReadDomain,
  mayShowLate: boolean,
): Promise<AwaitedDomain> {
  if (domain.failed !== undefined) return domain;
  const { address, live } = domain;
  try {
    const now = await read({ address, live });
    if (now !== undefined) return judge({ address, live: now }, waitFor);
    if (mayShowLate) return { address, live, pending: "the service does not show it yet" };
    return { address, live, failed: { why: "gone" } };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    // An answer that cannot be used may be a gateway's: unlike a refusal, it does not say that the next one is the same.
    const mayPass = isTransient(error) || error instanceof ProtocolError;
    if (mayPass) return { address, live, pending: `its status cannot be read (${messageOf(error)})` };
    return { address, live, failed: { why: "unreadable", error: asError(error) } };
  }
}

function endLate(domain: AwaitedDomain, timeout: number): AwaitedDomain {
  const { pending, ...rest } = domain;
  return pending === undefined ? domain : { ...rest, failed: { why: "late", reason: `after ${timeout} s ${pending}` } };
}
