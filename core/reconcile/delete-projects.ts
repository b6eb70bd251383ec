import { nameList } from "../resources/name-list.ts";
import { isAutomatic } from "../resources/automatic-domain.ts";
import { isOthers } from "../resources/owner.ts";
import { isAnswered, type SkipReason } from "./attempts.ts";
import { whyUnread } from "./freshness.ts";
import { logsIn, leavingFrom } from "./log-index.ts";
import { listOf, parentOf, recordIn, partsById } from "./read-by-id.ts";
import type { LoopRun } from "./loop-run.ts";
import { entryOf, hold, sendStep, writeChild, type WriteRound } from "./send-step.ts";
import { inProject, listsIn, partName, projectsPart, saysGone, singleIn, valueOf, type Part } from "./snapshot.ts";
import { isDeletionOfProject, type Step } from "./step.ts";

/**
 * Deletes projects after what is in them, and nothing before each host name that leaves them has arrived. Before the projects
 * themselves are deleted, their organization and what is in them is read once more: what is not being deleted too keeps the project.
 */
export async function deleteProjects(
  projects: readonly (readonly Step[])[],
  leaving: readonly Promise<void>[],
  round: WriteRound,
): Promise<void> {
  if (projects.length === 0) return;
  const { run } = round;
  await Promise.all(leaving);
  const ids = new Set(projects.map(projectIdOf));
  const arrivals = [...ids].flatMap((id) => leavingFrom(id, run.logs));
  // An answer is not believed: from a project that is deleted, there is no way back.
  const parts = arrivals.flatMap(({ log }) => [...partsById(log), listOf(parentOf(log))]);
  if (!(await run.reads(() => run.observer.read(parts))))
    return hold(projects.flat(), String(run.gate.signal.reason), run);
  await Promise.all(
    projects
      .flat()
      .filter(({ kind }) => kind !== "project")
      .map(async (child) => {
        const stays = hostNamesThatStay(projectIdOf([child]), run);
        if (stays.length === 0) return writeChild(child, round);
        return hold([child], `Its project is not deleted: ${stays.join(", ")} ${NOT_ARRIVED}`, run);
      }),
  );
  const steps = projects.flat().filter(isDeletionOfProject);
  const lists = run.singleObject === undefined ? organizationsOf(steps) : [];
  if (!(await run.reads(() => run.observer.read(lists)))) return hold(steps, String(run.gate.signal.reason), run);
  await Promise.all(steps.map((step) => deleteProject(step, round)));
}

async function deleteProject(step: Step, round: WriteRound): Promise<void> {
  const { run } = round;
  const { projectId = "" } = step;
  const log = entryOf(step, run);
  if (run.singleObject?.takesContent === true) return sendStep(step, log, round);
  const unread = run.observer.unread.get(partName(projectsPart(step.organizationId)));
  if (run.singleObject === undefined && unread !== undefined)
    return hold([step], `${unread.message} Nothing was sent.`, run);
  const lists = listsIn(projectId);
  await sendStep(step, log, round, async () => {
    if (!(await run.reads(() => run.observer.read(lists)))) return { message: String(run.gate.signal.reason) };
    return whyUnread(lists, run) ?? (await whyNotFound(lists, projectId, run)) ?? whatStays(step, projectId, run);
  });
}

/** A list that is not found says nothing about a project that is there. */
async function whyNotFound(lists: readonly Part[], projectId: string, run: LoopRun): Promise<SkipReason | undefined> {
  const { observer } = run;
  const error = lists.map((part) => observer.unread.get(partName(part))).find((each) => each !== undefined);
  if (error === undefined) return undefined;
  const project: Part = { of: "project", key: projectId };
  if (!(await run.reads(() => observer.read([project])))) return { message: String(run.gate.signal.reason) };
  return saysGone(observer.snapshot.project.get(projectId))
    ? undefined
    : { message: `${error.message} Nothing was sent.` };
}

const NOT_ARRIVED = "did not arrive in another project.";

/** The host names that were to leave a project, and that no read shows where they were to go. */
function hostNamesThatStay(projectId: string, { logs, observer: { snapshot, unread } }: LoopRun): string[] {
  return leavingFrom(projectId, logs).flatMap(({ log, from }) => {
    const { body } = log.approved;
    const read = partsById(log).map((part) => valueOf(singleIn(snapshot, part)));
    const isRead = read.some((record) => record !== undefined && !isOthers("domain", record, log.projectId ?? ""));
    const parent = parentOf(log);
    const isListed =
      !unread.has(partName(listOf(parent))) && recordIn(snapshot, parent, String(body["name"])) !== undefined;
    return isRead || isListed ? [] : [from.name];
  });
}

/** Objects that would be deleted with a project although they are not being deleted too. Those that this run has just deleted may still show. */
function whatStays(step: Step, projectId: string, run: LoopRun): SkipReason | undefined {
  const { observer, logs, singleObject } = run;
  const { components, domains } = observer.snapshot;
  const deleted = logsIn(step.project, logs).filter((log) => isAnswered(log, "delete"));
  const moved = leavingFrom(projectId, logs).filter(({ log }) => isAnswered(log, "move"));
  const gone = new Set([...deleted.map(({ approved: { id } }) => id), ...moved.map(({ from }) => from.name)]);
  const left = [
    ...(valueOf(components.get(projectId)) ?? []).map(({ id, component_slug: slug }) => ({ id, name: slug ?? id })),
    ...(valueOf(domains.get(projectId)) ?? [])
      .filter((domain) => !isAutomatic(domain))
      .map(({ name }) => ({ id: name, name })),
  ].filter(({ id }) => !gone.has(id) && singleObject?.gone?.has(inProject(projectId, id)) !== true);
  const moving = new Set(hostNamesThatStay(projectId, run));
  if (left.length === 0 && moving.size === 0) return undefined;
  const names = (items: typeof left): string[] => items.map(({ name }) => name);
  const held = names(left.filter(({ id }) => !moving.has(id)));
  const why =
    held.length === 0
      ? `${[...moving].join(", ")} ${NOT_ARRIVED}`
      : `it holds ${nameList(held)}, which would be deleted with it. Remove or move these first.`;
  return { message: `The project ${projectId} is not deleted: ${why}`, isFailure: true, stays: names(left) };
}

export function organizationsOf(steps: readonly Step[]): Part[] {
  return [...new Set(steps.map(({ organizationId }) => organizationId))].map((id) => projectsPart(id));
}

export function projectIdOf([first]: readonly Step[]): string {
  return first?.projectId ?? "";
}
