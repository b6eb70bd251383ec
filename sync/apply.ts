import type { Client } from "../provider/api/client.ts";
import { hadNoEffect, isConflict, isUnauthenticated } from "../provider/api/errors.ts";
import { componentKind } from "../provider/resources/component.ts";
import { domainKind } from "../provider/resources/domain.ts";
import { NotEmptyError, SettingsNotAppliedError } from "../provider/resources/failures.ts";
import { childrenOf } from "../provider/resources/project-children.ts";
import { projectKind } from "../provider/resources/project.ts";
import { MoveUndoneError, NotMovedError } from "./move-errors.ts";
import { assembleResult, statusOf, type ApplyResult, type Outcome, type Status } from "./outcome.ts";
import { isChange, refusals, type PlanItem } from "./plan.ts";
import type { Planned } from "./planner.ts";
import type { ChildWork, ComponentWork, DomainSource, DomainWork, ProjectWork } from "./work.ts";

export interface ApplyOptions {
  /** Stops new writes; those under way are finished. */
  readonly signal?: AbortSignal;
  /** Told of each outcome as it comes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/**
 * Carries a plan out: the only writer. Projects go in parallel, what is in one after the project itself, deletions of
 * projects last. What fails does not stop the others. Throws only for a plan that may not be applied.
 */
export async function apply({ plan, work }: Planned, client: Client, options: ApplyOptions = {}): Promise<ApplyResult> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const run = startRun(client, options);
  const [deletions, rest] = [work.filter(isDeletion), work.filter((project) => !isDeletion(project))];
  await Promise.all(rest.map((project) => bring(project, run)));
  // A domain may have to leave for another project before its project goes.
  await Promise.all(deletions.map((project) => remove(project, run)));
  const order = new Map(plan.items.map(({ kind, key }, index) => [`${kind} ${key}`, index]));
  const place = ({ kind, key }: Outcome): number => order.get(`${kind} ${key}`) ?? 0;
  return assembleResult(run.outcomes.toSorted((a, b) => place(a) - place(b)));
}

interface Run {
  readonly client: Client;
  readonly outcomes: readonly Outcome[];
  /** Runs one write unless the run has been stopped; `undefined` when it did not succeed. */
  write<T>(item: PlanItem, action: () => Promise<T>, idOf?: (result: T) => string): Promise<T | undefined>;
  holdBack(item: PlanItem, why: string): void;
}

function startRun(client: Client, { signal, onOutcome }: ApplyOptions): Run {
  const outcomes: Outcome[] = [];
  let refusedToken = false;
  const record = (item: PlanItem, status: Status, details: { id?: string | undefined; message?: string }): void => {
    const { kind, key, action, source } = item;
    const outcome: Outcome = { kind, key, action, id: item.id, source, status, ...details };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  return {
    client,
    outcomes,
    holdBack: (item, message) => record(item, "not-started", { message }),
    write: async (item, action, idOf) => {
      const stopped = refusedToken
        ? "The service no longer takes the token."
        : signal?.aborted
          ? "The run was stopped."
          : undefined;
      if (stopped !== undefined) {
        record(item, "not-started", { message: stopped });
        return undefined;
      }
      try {
        const result = await action();
        record(item, "done", { id: idOf?.(result) ?? item.id });
        return result;
      } catch (error) {
        refusedToken ||= isUnauthenticated(error) || (error instanceof Error && isUnauthenticated(error.cause));
        const id = error instanceof SettingsNotAppliedError ? error.created.id : item.id;
        record(item, statusOf(error), { id, message: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    },
  };
}

function isDeletion({ item }: ProjectWork): boolean {
  return item.action === "delete";
}

async function bring(project: ProjectWork, run: Run): Promise<void> {
  const projectId = await bringProject(project, run);
  const pending = project.children.filter(({ item }) => isChange(item) && item.action !== "blocked");
  await Promise.all(
    pending.map(async (child) => {
      if (projectId === undefined) return run.holdBack(child.item, "Its project is not there.");
      return bringChild(child, projectId, run);
    }),
  );
}

/** The project's id, also where its settings could not be applied: what is in it does not need them. */
async function bringProject({ item, declared, live }: ProjectWork, run: Run): Promise<string | undefined> {
  if (item.action !== "create" && item.action !== "update") return live?.id;
  let created: string | undefined;
  await run.write(
    item,
    async () => {
      try {
        const project = await projectKind.ensure(run.client, undefined, declared, live);
        created = project.id;
        return project;
      } catch (error) {
        if (error instanceof SettingsNotAppliedError) created = error.created.id;
        throw error;
      }
    },
    ({ id }) => id,
  );
  return created ?? live?.id;
}

async function bringChild(child: ChildWork, projectId: string, run: Run): Promise<void> {
  await (child.kind === "component" ? bringComponent(child, projectId, run) : bringDomain(child, projectId, run));
}

async function bringComponent(
  { item, declared, live, entry, rewriteSecrets }: ComponentWork,
  projectId: string,
  run: Run,
): Promise<void> {
  if (item.action === "delete" && live !== undefined) {
    await run.write(item, () => componentKind.remove(run.client, { projectId }, live.id));
  } else if (declared !== undefined) {
    const ensure = () => componentKind.ensure(run.client, { projectId, entry, rewriteSecrets }, declared, live);
    await run.write(item, ensure, ({ id }) => id);
  }
}

async function bringDomain({ item, declared, live, from }: DomainWork, projectId: string, run: Run): Promise<void> {
  if (item.action === "delete" && live !== undefined) {
    await run.write(item, () => domainKind.remove(run.client, { projectId }, live.name));
  } else if (declared !== undefined && from !== undefined) {
    await run.write(item, () => moveDomain(declared.name, from, projectId, run.client));
  } else if (declared !== undefined) {
    await run.write(item, () => domainKind.ensure(run.client, { projectId }, declared, undefined));
  }
}

/**
 * One unit: where the new project does not get the host name, it goes back to the old one, so that it is not off line.
 * Also where it is not known whether it was detached, or whether the new one has it: if one of them has it, the service
 * refuses to attach it once more.
 */
async function moveDomain(name: string, from: DomainSource, to: string, client: Client): Promise<void> {
  let detaching = true;
  try {
    await domainKind.remove(client, from, from.name);
    detaching = false;
    await domainKind.ensure(client, { projectId: to }, { name }, undefined);
  } catch (error) {
    const moving = asError(error);
    if (detaching && hadNoEffect(error)) throw moving;
    try {
      await domainKind.ensure(client, from, { name }, undefined);
    } catch (again) {
      if (isConflict(again)) throw moving;
      throw new NotMovedError(name, from.projectId, moving, asError(again));
    }
    throw new MoveUndoneError(name, from.projectId, moving);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Removes a project after what is in it. What is there then is asked of the service, not of the plan: a host name whose
 * move to another project failed, or something that was added since the plan, keeps the project.
 */
async function remove({ item, live, children }: ProjectWork, run: Run): Promise<void> {
  if (live === undefined) return;
  await Promise.all(children.map((child) => bringChild(child, live.id, run)));
  await run.write(item, async () => {
    const left = await childrenOf(run.client, live.id);
    if (left.length > 0) throw new NotEmptyError(`project ${live.id}`, left);
    await projectKind.remove(run.client, undefined, live.id);
  });
}
