import type { Client, DomainRecord } from "../provider/api/client.ts";
import { HeldBackError, isUnauthenticated } from "../provider/api/errors.ts";
import { componentKind } from "../provider/resources/component.ts";
import { domainKind } from "../provider/resources/domain.ts";
import { NotEmptyError } from "../provider/resources/failures.ts";
import type { Ensured } from "../provider/resources/kind.ts";
import { joinedLists, type Lists } from "../provider/resources/lists.ts";
import { childrenOf } from "../provider/resources/project-children.ts";
import { projectKind } from "../provider/resources/project.ts";
import { bring, type Reach } from "./bring.ts";
import { openGate } from "./gate.ts";
import { moveDomain } from "./move-domain.ts";
import { assembleResult, statusOf, type ApplyResult, type Outcome, type Status } from "./outcome.ts";
import { isChange, refusals, type PlanItem } from "./plan.ts";
import type { Planned } from "./planner.ts";
import { unlisted, type Made } from "./unlisted.ts";
import type { ChildWork, ComponentWork, DomainWork, ProjectWork } from "./work.ts";

export interface ApplyOptions {
  /** Stops new writes; those under way are finished. */
  readonly signal?: AbortSignal;
  /** Told of each outcome as it comes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/**
 * Carries a plan out: the only writer. Projects go in parallel, what is in one after the project itself, deletions of
 * projects last. What fails does not stop the others. It ends when the service's lists show what was made, so that the
 * next run does not make it again. Throws only for a plan that may not be applied.
 */
export async function apply({ plan, work }: Planned, client: Client, options: ApplyOptions = {}): Promise<ApplyResult> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const run = startRun(client, options);
  const [deletions, rest] = [work.filter(isDeletion), work.filter((project) => !isDeletion(project))];
  await Promise.all(rest.map((project) => bringWhole(project, run)));
  // A domain may have to leave for another project before its project goes.
  await Promise.all(deletions.map((project) => remove(project, run)));
  const hidden = options.signal?.aborted === true ? NONE : await unlisted(client, run.made);
  const outcomes = run.outcomes.map((outcome) =>
    hidden.has(`${outcome.kind} ${outcome.key}`) ? { ...outcome, message: withNote(outcome.message) } : outcome,
  );
  const order = new Map(plan.items.map(({ kind, key }, index) => [`${kind} ${key}`, index]));
  const place = ({ kind, key }: Outcome): number => order.get(`${kind} ${key}`) ?? 0;
  return assembleResult(outcomes.toSorted((a, b) => place(a) - place(b)));
}

const NONE: ReadonlySet<string> = new Set();

function withNote(message: string | undefined): string {
  const note = "The service's lists do not show it yet: wait before the next run, which may make it again.";
  return message === undefined ? note : `${message} ${note}`;
}

interface Run {
  /** Holds writes back once the run is stopped, or its token refused. */
  readonly client: Client;
  /** For what may not be left half done: a domain that has left its old project. */
  readonly unstoppable: Client;
  readonly lists: Lists;
  readonly outcomes: readonly Outcome[];
  readonly made: readonly Made[];
  /** Runs one write unless none may begin any more; `undefined` when it did not succeed. */
  write<Live>(
    item: PlanItem,
    made: MadeOf<Live> | undefined,
    action: () => Promise<Ensured<Live> | undefined>,
  ): Promise<Ensured<Live> | undefined>;
  holdBack(item: PlanItem, why: string): void;
}

/** How what a write made is found in its list. */
type MadeOf<Live> = (live: Live) => Omit<Made, "key">;

function startRun(client: Client, { signal, onOutcome }: ApplyOptions): Run {
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
    holdBack: (item, message) => record(item, "not-started", { message }),
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

function isDeletion({ item }: ProjectWork): boolean {
  return item.action === "delete";
}

async function bringWhole(project: ProjectWork, run: Run): Promise<void> {
  const brought = await bringProject(project, run);
  const pending = project.children.filter(({ item }) => isChange(item) && item.action !== "blocked");
  await Promise.all(
    pending.map(async (child) => {
      if (brought === undefined) return run.holdBack(child.item, "Its project is not there.");
      // Of what this run has just made it is known what is in it: nothing.
      const lists = brought.isNew ? undefined : run.lists;
      return bringChild(child, brought.id, { client: run.client, lists }, run);
    }),
  );
}

/** The project, also where its settings could not be applied: what is in it does not need them. */
async function bringProject(
  { item, declared, live }: ProjectWork,
  run: Run,
): Promise<{ readonly id: string; readonly isNew: boolean } | undefined> {
  if (item.action !== "create" && item.action !== "update") return live && { id: live.id, isNew: false };
  const { organization_id: organizationId } = declared;
  const madeOf =
    live === undefined ? ({ id }: { id: string }) => ({ kind: "project", in: organizationId, id }) as const : undefined;
  const ensured = await run.write(item, madeOf, () => bring(projectKind, run, undefined, declared, live));
  if (ensured !== undefined) return { id: ensured.live.id, isNew: live === undefined && !ensured.takenOver };
  return live && { id: live.id, isNew: false };
}

async function bringChild(child: ChildWork, projectId: string, reach: Reach, run: Run): Promise<void> {
  if (child.kind === "component") await bringComponent(child, projectId, reach, run);
  else await bringDomain(child, projectId, reach, run);
}

async function bringComponent(
  { item, declared, live, entry, rewriteSecrets }: ComponentWork,
  projectId: string,
  reach: Reach,
  run: Run,
): Promise<void> {
  if (item.action === "delete" && live !== undefined) {
    await run.write(item, undefined, () => gone(componentKind.remove(run.client, { projectId }, live.id)));
  } else if (declared !== undefined) {
    const place = { projectId, entry, rewriteSecrets };
    const madeOf =
      live === undefined ? ({ id }: { id: string }) => ({ kind: "component", in: projectId, id }) as const : undefined;
    await run.write(item, madeOf, () => bring(componentKind, reach, place, declared, live));
  }
}

async function bringDomain(
  { item, declared, live, from }: DomainWork,
  projectId: string,
  reach: Reach,
  run: Run,
): Promise<void> {
  const madeOf = (domain: DomainRecord) => ({ kind: "domain", in: projectId, id: domainKind.idOf(domain) }) as const;
  if (item.action === "delete" && live !== undefined) {
    await run.write(item, undefined, () => gone(domainKind.remove(run.client, { projectId }, live.name)));
  } else if (declared !== undefined && from !== undefined) {
    await run.write(item, madeOf, () => moveDomain(declared.name, from, projectId, run));
  } else if (declared !== undefined) {
    await run.write(item, madeOf, () => bring(domainKind, reach, { projectId }, declared, undefined));
  }
}

async function gone(removal: Promise<void>): Promise<undefined> {
  await removal;
}

/**
 * Removes a project after what is in it. What is there then is asked of the service, not of the plan: a host name whose
 * move to another project failed, or something that was added since the plan, keeps the project.
 */
async function remove({ item, live, children }: ProjectWork, run: Run): Promise<void> {
  if (live === undefined) return;
  await Promise.all(children.map((child) => bringChild(child, live.id, run, run)));
  await run.write(item, undefined, async () => {
    const left = await childrenOf(run.client, live.id);
    if (left.length > 0) throw new NotEmptyError(`project ${live.id}`, left);
    return gone(projectKind.remove(run.client, undefined, live.id));
  });
}
