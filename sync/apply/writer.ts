import { causeOf, type Cause } from "../../provider/api/cause.ts";
import type { Client } from "../../provider/api/client.ts";
import { GateClosedError, isUnauthenticated, messageOf } from "../../provider/api/errors.ts";
import type { AttachedDomain } from "../../provider/resources/await-domains.ts";
import type { Ensured, Kind } from "../../provider/resources/kind.ts";
import { joinedLists, rememberedLists, type Lists } from "../../provider/resources/lists.ts";
import { itemName, type PlanItem } from "../plan/plan.ts";
import { explainIncomplete } from "./explain-incomplete.ts";
import { isListedAs, isUnlisted, type Written } from "./await-listed.ts";
import { NotMovedError } from "./move-errors.ts";
import { createOwnerSearch, type OwnerSearch } from "./taken-name.ts";
import { statusOf, type Outcome, type Status } from "./outcome.ts";

/** Runs the writes of one apply, and records the outcome of each. */
export interface Writer {
  /** Sends no write after the run is stopped or its token is refused. */
  readonly client: Client;
  /** For writes that may not be left half done: attaching a domain that was detached from its old project. */
  readonly unstoppable: Client;
  readonly lists: Lists;
  readonly outcomes: readonly Outcome[];
  readonly written: readonly Written[];
  /** The domains that were attached, by the key of their items. */
  readonly attached: Map<string, AttachedDomain>;
  readonly owners: OwnerSearch;
  /** No write may start any more: the run was stopped, or its token refused. */
  isClosed(): boolean;
  /** Runs one write. `undefined` if it may not start any more, or failed. */
  write<Address, Declared, Live>(
    item: PlanItem,
    target: Target<Address, Declared, Live>,
    action: () => Promise<Ensured<Live>>,
  ): Promise<Ensured<Live> | undefined>;
  /** Runs one deletion of the object with this id. */
  remove<Address, Declared, Live>(
    item: PlanItem,
    kind: Kind<Address, Declared, Live>,
    address: Address,
    id: string,
    action?: () => Promise<unknown>,
  ): Promise<void>;
  /** Records that a write was not started, and why. */
  skip(item: PlanItem, why: string): void;
  /** The items that are done. */
  doneOf(items: readonly PlanItem[]): readonly PlanItem[];
  /** Makes done items partial: what was written is not where the run takes it to be. */
  doubt(items: readonly PlanItem[], why: string): void;
  /** Runs a read that writes depend on. If the token is refused, no write starts any more. */
  read<Answer>(action: () => Promise<Answer>): Promise<Answer>;
}

/** The object that a write makes or changes. */
export interface Target<Address, Declared, Live> {
  readonly kind: Kind<Address, Declared, Live>;
  readonly address: Address;
  readonly declared: Declared;
}

export function createWriter(
  client: Client,
  organizations: readonly string[],
  { signal, onOutcome }: { readonly signal?: AbortSignal; readonly onOutcome?: (outcome: Outcome) => void },
): Writer {
  const outcomes: Outcome[] = [];
  /** Where the outcome of each item is. */
  const places = new Map<string, number>();
  const outcomeOf = (item: PlanItem): { readonly outcome: Outcome; readonly index: number } | undefined => {
    const index = places.get(itemName(item));
    const outcome = index === undefined ? undefined : outcomes[index];
    return index === undefined || outcome === undefined ? undefined : { outcome, index };
  };
  const written: Written[] = [];
  const projects = rememberedLists(client, { forgetFailures: true });
  const gate = gateClosedBy(signal);
  const gated = client.withWriteGate(gate);
  const record = (
    item: PlanItem,
    status: Status,
    details: { id?: string | undefined; message?: string; cause?: Cause },
  ): void => {
    const { kind, key, action, source } = item;
    const outcome: Outcome = { kind, key, action, id: item.id, source, status, ...details };
    places.set(itemName(item), outcomes.length);
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  return {
    client: gated,
    unstoppable: client.withWriteGate(gate, { exempt: true }),
    lists: {
      ...joinedLists(client),
      // Once: each new project is searched in this list before its create, and the list may be long. If its read fails, the
      // projects that did not wait for that read have another one.
      projects: (organizationId) => projects.projects(organizationId),
    },
    outcomes,
    written,
    attached: new Map(),
    owners: createOwnerSearch(client, organizations),
    doneOf: (items) => items.filter((item) => outcomeOf(item)?.outcome.status === "done"),
    doubt: (items, why) => {
      for (const item of items) {
        const found = outcomeOf(item);
        if (found === undefined) continue;
        const { outcome, index } = found;
        const message = outcome.message === undefined ? why : `${outcome.message} ${why}`;
        outcomes[index] = { ...outcome, status: "partial", message };
      }
    },
    isClosed: () => gate.signal.aborted,
    skip: (item, message) => record(item, "not-started", { message }),
    read: async (action) => {
      try {
        return await action();
      } catch (error) {
        closeIfTokenRefused(error);
        throw error;
      }
    },
    write: (item, { kind, address, declared }, action) =>
      attempt(item, async () => {
        const ensured = await action();
        const { live, notes, incomplete } = ensured;
        closeIfTokenRefused(incomplete);
        written.push({ item, id: kind.idOf(live), isListed: isListedAs(kind, address, declared, ensured) });
        const message = [...notes, ...(incomplete === undefined ? [] : [explainIncomplete(incomplete, item)])].join(
          " ",
        );
        record(item, incomplete === undefined ? "done" : "partial", {
          id: kind.idOf(live),
          ...(message === "" ? {} : { message }),
        });
        return ensured;
      }),
    remove: async (item, kind, address, id, action = () => kind.remove(gated, address, id)) => {
      await attempt(item, async () => {
        await action();
        written.push({ item, id, isListed: isUnlisted(kind, address, id) });
        record(item, "done", { id });
      });
    },
  };

  async function attempt<Answer>(item: PlanItem, action: () => Promise<Answer>): Promise<Answer | undefined> {
    if (gate.signal.aborted) {
      record(item, "not-started", { message: String(gate.signal.reason) });
      return undefined;
    }
    try {
      return await action();
    } catch (error) {
      closeIfTokenRefused(error);
      const status = error instanceof GateClosedError ? "not-started" : statusOf(error);
      const cause = causeOf(error);
      record(item, status, { message: messageOf(error), ...(cause === undefined ? {} : { cause }) });
      return undefined;
    }
  }

  function closeIfTokenRefused(error: unknown): void {
    if (isUnauthenticated(error)) gate.abort("The service no longer accepts the token.");
    else if (error instanceof Error && error.cause !== undefined) closeIfTokenRefused(error.cause);
    if (error instanceof NotMovedError) closeIfTokenRefused(error.again);
  }
}

/** Aborts when the run is stopped: then no write starts any more. */
function gateClosedBy(stop: AbortSignal | undefined): AbortController {
  const gate = new AbortController();
  const close = (): void => gate.abort("The run was stopped.");
  if (stop?.aborted) close();
  else stop?.addEventListener("abort", close, { once: true });
  return gate;
}
