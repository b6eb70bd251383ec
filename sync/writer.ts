import type { Client } from "../provider/api/client.ts";
import { HeldBackError, isUnauthenticated } from "../provider/api/errors.ts";
import type { Ensured } from "../provider/resources/kind.ts";
import { joinedLists, type Lists } from "../provider/resources/lists.ts";
import { openGate } from "./gate.ts";
import { statusOf, type Outcome, type Status } from "./outcome.ts";
import type { PlanItem } from "./plan.ts";
import type { Made } from "./unlisted.ts";

/** Carries out the writes of one run, and remembers what became of each. */
export interface Writer {
  /** Holds writes back once the run is stopped, or its token refused. */
  readonly client: Client;
  /** For what may not be left half done: a domain that has left its old project. */
  readonly unstoppable: Client;
  readonly lists: Lists;
  readonly outcomes: readonly Outcome[];
  readonly made: readonly Made[];
  /** No write may begin any more: the run was stopped, or its token refused. */
  isClosed(): boolean;
  /** Runs one write unless none may begin any more; `undefined` when it did not succeed. */
  write<Live>(
    item: PlanItem,
    made: MadeOf<Live> | undefined,
    action: () => Promise<Ensured<Live> | undefined>,
  ): Promise<Ensured<Live> | undefined>;
  holdBack(item: PlanItem, why: string): void;
  /** A read on which writes hang. */
  ask<Answer>(read: () => Promise<Answer>): Promise<Answer>;
}

/** How what a write made is found in its list. */
type MadeOf<Live> = (live: Live) => Omit<Made, "key">;

export function startWriting(
  client: Client,
  { signal, onOutcome }: { readonly signal?: AbortSignal; readonly onOutcome?: (outcome: Outcome) => void },
): Writer {
  const outcomes: Outcome[] = [];
  const made: Made[] = [];
  const gate = openGate(signal);
  const record = (item: PlanItem, status: Status, details: { id?: string | undefined; message?: string }): void => {
    const { kind, key, action, source } = item;
    const outcome: Outcome = { kind, key, action, id: item.id, source, status, ...details };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  return {
    client: client.holdBack(gate.closed),
    unstoppable: client,
    lists: joinedLists(client),
    outcomes,
    made,
    isClosed: () => gate.closed.aborted,
    holdBack: (item, message) => record(item, "not-started", { message }),
    ask: async (read) => {
      try {
        return await read();
      } catch (error) {
        noteRefusedToken(error);
        throw error;
      }
    },
    write: async (item, madeOf, action) => {
      if (gate.closed.aborted) {
        record(item, "not-started", { message: String(gate.closed.reason) });
        return undefined;
      }
      try {
        const ensured = await action();
        const { notes = [], incomplete } = ensured ?? {};
        const found = ensured === undefined ? undefined : madeOf?.(ensured.live);
        if (found !== undefined) made.push({ ...found, key: `${item.kind} ${item.key}` });
        noteRefusedToken(incomplete);
        const said = [...notes, ...(incomplete === undefined ? [] : [incomplete.message])].join(" ");
        const id = item.id ?? found?.id;
        record(item, incomplete === undefined ? "done" : "partial", { id, ...(said === "" ? {} : { message: said }) });
        return ensured;
      } catch (error) {
        noteRefusedToken(error);
        const status = error instanceof HeldBackError ? "not-started" : statusOf(error);
        record(item, status, { message: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    },
  };

  function noteRefusedToken(error: unknown): void {
    if (isUnauthenticated(error)) gate.close("The service no longer takes the token.");
    else if (error instanceof Error && error.cause !== undefined) noteRefusedToken(error.cause);
  }
}
