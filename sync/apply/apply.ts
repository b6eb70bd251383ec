import type { Client } from "../../provider/api/client.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { NotEmptyError } from "../../provider/resources/failures.ts";
import type { Lists } from "../../provider/resources/lists.ts";
import { LOOKS } from "../../provider/resources/settle.ts";
import { childrenOf } from "../../provider/resources/project-children.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { behind, listed, unlisted } from "./await-listed.ts";
import { bring, GoneError, type Reach } from "./converge.ts";
import { moveDomain } from "./move-domain.ts";
import { assembleApplied, type Applied, type Outcome } from "./outcome.ts";
import { isChange, refusals } from "../plan/plan.ts";
import type { Planned } from "../plan/planner.ts";
import { sameProject } from "./recheck-project.ts";
import type { ChildWork, ComponentWork, DomainWork, ProjectWork } from "../plan/work.ts";
import { keyOf, startWriting, type Writer } from "./writer.ts";

export interface ApplyOptions {
  /** Stops new writes; those under way are finished. */
  readonly signal?: AbortSignal;
  /** Told of each outcome as it comes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/**
 * Carries a plan out: the only writer. Projects go in parallel, what is in one after the project itself, deletions of
 * projects last. What fails does not stop the others. It ends when the service's lists show what was done, for the next
 * run goes by them. Throws only for a plan that may not be applied.
 */
export async function apply({ plan, work }: Planned, client: Client, options: ApplyOptions = {}): Promise<Applied> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const run = startWriting(client, options);
  const [deletions, rest] = [work.filter(isDeletion), work.filter((project) => !isDeletion(project))];
  await Promise.all(rest.map((project) => bringWhole(project, run)));
  // A domain may have to leave for another project before its project goes.
  await Promise.all(deletions.map((project) => remove(project, leavingFrom(project, rest), run)));
  // One look must do for whoever is in a hurry, or may not look any more.
  const hidden = await behind(client, run.written, run.isClosed() ? LOOKS.slice(0, 1) : LOOKS);
  const outcomes = run.outcomes.map((outcome) =>
    hidden.has(keyOf(outcome)) ? { ...outcome, message: withNote(outcome.message) } : outcome,
  );
  const order = new Map(plan.items.map((item, index) => [keyOf(item), index]));
  const place = (outcome: Outcome): number => order.get(keyOf(outcome)) ?? 0;
  return assembleApplied(outcomes.toSorted((a, b) => place(a) - place(b)));
}

function withNote(message: string | undefined): string {
  const note = "It was not seen in the service's lists yet: wait before the next run, which goes by them.";
  return message === undefined ? note : `${message} ${note}`;
}

/** Host names that were to move out of a project, as the service has them. */
function leavingFrom({ live }: ProjectWork, projects: readonly ProjectWork[]): string[] {
  const sources = projects.flatMap(({ children }) =>
    children.flatMap((child) => (child.kind === "domain" ? (child.from ?? []) : [])),
  );
  return sources.filter(({ projectId }) => projectId === live?.id).map(({ name }) => name);
}

function isDeletion({ item }: ProjectWork): boolean {
  return item.action === "delete";
}

async function bringWhole(project: ProjectWork, run: Writer): Promise<void> {
  const pending = project.children.filter(({ item }) => isChange(item) && item.action !== "blocked");
  const isWritten = project.item.action === "create" || project.item.action === "update";
  if (pending.length === 0 && !isWritten) return;
  const reached = await (isWritten ? bringProject(project, run) : reachProject(project, run));
  await Promise.all(
    pending.map(async (child) => {
      if ("why" in reached) return run.holdBack(child.item, reached.why);
      // Of what this run has just made it is known what is in it: nothing.
      const lists = reached.isNew ? undefined : run.lists;
      return bringChild(child, reached.id, { client: run.client, lists }, run);
    }),
  );
}

/** The project that something is to be written into, or why nothing is. */
type Reached = { readonly id: string; readonly isNew: boolean } | { readonly why: string };

/** Nothing is written into a project that is another by now than the plan saw. */
async function reachProject({ live }: ProjectWork, run: Writer): Promise<Reached> {
  if (live === undefined) return { why: "Its project is not there." };
  try {
    const { id } = await run.ask(() => sameProject(run.client, live));
    return { id, isNew: false };
  } catch (error) {
    return { why: messageOf(error) };
  }
}

/** Also where its settings could not be applied: what is in it does not need them. */
async function bringProject({ item, declared, live }: ProjectWork, run: Writer): Promise<Reached> {
  const shown = listed(projectKind, (lists) => lists.projects(declared.organization_id), undefined, declared);
  if (live === undefined) {
    const create = () => bring(projectKind, run, undefined, declared, undefined);
    const made = await run.write(item, projectKind, create, shown);
    return made === undefined
      ? { why: "Its project was not created, or that is not known." }
      : { id: made.live.id, isNew: made.takenOver !== true };
  }
  let reached: Reached = { why: "Its project was not reached." };
  const update = async () => {
    const now = await sameProject(run.client, live).catch((error: unknown) => {
      reached = { why: messageOf(error) };
      throw error;
    });
    reached = { id: now.id, isNew: false };
    return projectKind.ensure(run.client, undefined, declared, now);
  };
  await run.write(item, projectKind, update, shown);
  return reached;
}

async function bringChild(child: ChildWork, projectId: string, reach: Reach, run: Writer): Promise<void> {
  if (child.kind === "component") await bringComponent(child, projectId, reach, run);
  else await bringDomain(child, projectId, reach, run);
}

async function bringComponent(
  { item, declared, live, entry, rewriteSecrets }: ComponentWork,
  projectId: string,
  reach: Reach,
  run: Writer,
): Promise<void> {
  const list = (lists: Lists) => lists.components(projectId);
  if (item.action === "delete" && live !== undefined) {
    const removal = () => componentKind.remove(run.client, { projectId }, live.id);
    await run.remove(item, live.id, removal, unlisted(componentKind, list, live.id));
  } else if (declared !== undefined) {
    const place = { projectId, entry };
    // Whose secrets are in one that was taken over cannot be seen where they are hidden.
    const secrets = live === undefined ? true : rewriteSecrets;
    const write = () => bring(componentKind, reach, { ...place, rewriteSecrets: secrets }, declared, live);
    await run.write(item, componentKind, write, listed(componentKind, list, place, declared));
  }
}

async function bringDomain(
  { item, declared, live, from }: DomainWork,
  projectId: string,
  reach: Reach,
  run: Writer,
): Promise<void> {
  const place = { projectId };
  const list = (lists: Lists) => lists.domains(projectId);
  if (item.action === "delete" && live !== undefined) {
    const removal = () => domainKind.remove(run.client, place, live.name);
    await run.remove(item, live.name, removal, unlisted(domainKind, list, domainKind.idOf(live)));
  } else if (declared !== undefined) {
    const write = () =>
      from === undefined
        ? bring(domainKind, reach, place, declared, undefined)
        : moveDomain(declared.name, from, projectId, run);
    await run.write(item, domainKind, write, listed(domainKind, list, place, declared));
  }
}

/**
 * Removes a project after what is in it. What is there then is asked of the service, not of the plan: a host name whose
 * move to another project failed, or something that was added since the plan, keeps the project.
 */
async function remove(
  { item, live, children, declared }: ProjectWork,
  leaving: readonly string[],
  run: Writer,
): Promise<void> {
  if (live === undefined) return;
  let why: string | undefined;
  try {
    await run.ask(() => sameProject(run.client, live));
  } catch (error) {
    // Gone is what it was to be, and with it what was in it.
    if (!(error instanceof GoneError)) why = messageOf(error);
  }
  if (why !== undefined) {
    for (const held of [...children.map((child) => child.item), item]) run.holdBack(held, why);
    return;
  }
  const list = (lists: Lists) => lists.projects(declared.organization_id);
  const shown = unlisted(projectKind, list, live.id);
  const meant = new Set(children.map((child) => (child.live === undefined ? "" : (child.live.id ?? child.live.name))));
  const refuseAllBut = async (expected: ReadonlySet<unknown>) => {
    const left = await childrenOf(run.client, live.id, leaving);
    const unexpected = left.filter(({ id }) => !expected.has(id));
    if (unexpected.length > 0)
      throw new NotEmptyError(
        `project ${live.id}`,
        unexpected.map(({ name }) => name),
      );
  };
  // Before anything in it is touched: what stays may need the rest.
  try {
    await run.ask(() => refuseAllBut(meant));
  } catch (error) {
    for (const child of children) run.holdBack(child.item, "Its project is not deleted.");
    await run.remove(item, live.id, () => Promise.reject(error), shown);
    return;
  }
  await Promise.all(children.map((child) => bringChild(child, live.id, run, run)));
  const removal = async () => {
    await refuseAllBut(new Set());
    await projectKind.remove(run.client, undefined, live.id);
  };
  await run.remove(item, live.id, removal, shown);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
