import type { Client } from "../../provider/api/client.ts";
import { GateClosedError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { Ensured } from "../../provider/resources/kind.ts";
import { joinedLists, type Lists } from "../../provider/resources/lists.ts";
import { NotMovedError } from "./move-errors.ts";
import { statusOf, type Outcome, type Status } from "./outcome.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { Shown, Written } from "./await-listed.ts";

/** Carries out the writes of one run, and remembers what became of each. */
export interface Writer {
  /** Holds writes back once the run is stopped, or its token refused. */
  readonly client: Client;
  /** For what may not be left half done: a domain that has left its old project. */
  readonly unstoppable: Client;
  readonly lists: Lists;
  readonly outcomes: readonly Outcome[];
  /** What was done, and how the lists show it. */
  readonly written: readonly Written[];
  /** No write may begin any more: the run was stopped, or its token refused. */
  isClosed(): boolean;
  /**
   * Runs one write unless none may begin any more; `undefined` when it did not succeed. `shown`: how the lists show that it
   * did.
   */
  write<Live>(
    item: PlanItem,
    kind: { idOf(live: Live): string },
    action: () => Promise<Ensured<Live>>,
    shown: (ensured: Ensured<Live>) => Shown,
  ): Promise<Ensured<Live> | undefined>;
  /** The same, for a removal. */
  remove(item: PlanItem, id: string, action: () => Promise<void>, shown: () => Shown): Promise<void>;
  holdBack(item: PlanItem, why: string): void;
  /** A read on which writes hang. */
  ask<Answer>(read: () => Promise<Answer>): Promise<Answer>;
}

export function startWriting(
  client: Client,
  { signal, onOutcome }: { readonly signal?: AbortSignal; readonly onOutcome?: (outcome: Outcome) => void },
): Writer {
  const outcomes: Outcome[] = [];
  const written: Written[] = [];
  const gate = closedBy(signal);
  const record = (item: PlanItem, status: Status, details: { id?: string | undefined; message?: string }): void => {
    const { kind, key, action, source } = item;
    const outcome: Outcome = { kind, key, action, id: item.id, source, status, ...details };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  return {
    client: client.withWriteGate(gate),
    unstoppable: client,
    lists: joinedLists(client),
    outcomes,
    written,
    isClosed: () => gate.signal.aborted,
    holdBack: (item, message) => record(item, "not-started", { message }),
    ask: async (read) => {
      try {
        return await read();
      } catch (error) {
        noteRefusedToken(error);
        throw error;
      }
    },
    write: (item, kind, action, shown) =>
      attempt(item, async () => {
        const ensured = await action();
        const { live, notes, incomplete } = ensured;
        noteRefusedToken(incomplete);
        written.push({ key: keyOf(item), isShown: shown(ensured) });
        const said = [...notes, ...(incomplete === undefined ? [] : [incomplete.message])].join(" ");
        record(item, incomplete === undefined ? "done" : "partial", {
          id: kind.idOf(live),
          ...(said === "" ? {} : { message: said }),
        });
        return ensured;
      }),
    remove: async (item, id, action, shown) => {
      await attempt(item, async () => {
        await action();
        written.push({ key: keyOf(item), isShown: shown() });
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
      noteRefusedToken(error);
      const status = error instanceof GateClosedError ? "not-started" : statusOf(error);
      record(item, status, { message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  function noteRefusedToken(error: unknown): void {
    if (isUnauthenticated(error)) gate.abort("The service no longer accepts the token.");
    else if (error instanceof Error && error.cause !== undefined) noteRefusedToken(error.cause);
    if (error instanceof NotMovedError) noteRefusedToken(error.again);
  }
}

/** What writes pass as long as none has to be held back; closes when the run is asked to stop. */
function closedBy(stop: AbortSignal | undefined): AbortController {
  const gate = new AbortController();
  const close = (): void => gate.abort("The run was stopped.");
  if (stop?.aborted) close();
  else stop?.addEventListener("abort", close, { once: true });
  return gate;
}

export function keyOf({ kind, key }: Pick<PlanItem, "kind" | "key">): string {
  return `${kind} ${key}`;
}
