import { fewNames } from "../resources/few-names.ts";
import { isAutomatic } from "../resources/automatic-domain.ts";
import { isOthers } from "../resources/owner.ts";
import { isAnswered, type Hold } from "./ledger.ts";
import { whyUnread } from "./fresh.ts";
import { listOf, placeOf, recordIn, partsById } from "./listed.ts";
import type { Run } from "./run.ts";
import { entryOf, hold, sendStep, writeChild, type Round } from "./send-step.ts";
import { inProject, listsIn, partName, projectsPart, saysGone, singleIn, valueOf, type Part } from "./snapshot.ts";
import { isDeletionOfProject, type Step } from "./step.ts";

/**
 * Deletes projects after what is in them, and nothing before each host name that leaves them has arrived. Before the projects
 * themselves are deleted, their organization and what is in them is read once more: what is not being deleted too keeps the project.
 */
export async function deleteProjects(
  projects: readonly (readonly Step[])[],
  leaving: readonly Promise<void>[],
  round: Round,
): Promise<void> {
  if (projects.length === 0) return;
  const { run } = round;
  await Promise.all(leaving);
  const ids = new Set(projects.map(projectIdOf));
  const arrivals = [...run.entries.values()].filter(({ approved: { from } }) => ids.has(from?.projectId ?? ""));
  // An answer is not believed: from a project that is deleted, there is no way back.
  const parts = arrivals.flatMap((entry) => [...partsById(entry), listOf(placeOf(entry))]);
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
  const lists = run.alone === undefined ? organizationsOf(steps) : [];
  if (!(await run.reads(() => run.observer.read(lists)))) return hold(steps, String(run.gate.signal.reason), run);
  await Promise.all(steps.map((step) => deleteProject(step, round)));
}

async function deleteProject(step: Step, round: Round): Promise<void> {
  const { run } = round;
  const { projectId = "" } = step;
  const entry = entryOf(step, run);
  if (run.alone?.takesContent === true) return sendStep(step, entry, round);
  const lists = listsIn(projectId);
  if (!(await run.reads(() => run.observer.read(lists)))) return hold([step], String(run.gate.signal.reason), run);
  const held = whyUnread(lists, run) ?? (await whyNotFound(lists, projectId, run)) ?? whatStays(step, projectId, run);
  if (held !== undefined) {
    entry.held = held;
    round.touched.add(entry);
    return;
  }
  await sendStep(step, entry, round);
}

/** A list that is not found says nothing about a project that is there. */
async function whyNotFound(lists: readonly Part[], projectId: string, run: Run): Promise<Hold | undefined> {
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
function hostNamesThatStay(projectId: string, { entries, observer: { snapshot, unread } }: Run): string[] {
  return [...entries.values()].flatMap((entry) => {
    const { from, body } = entry.approved;
    if (from?.projectId !== projectId) return [];
    const read = partsById(entry).map((part) => valueOf(singleIn(snapshot, part)));
    const isRead = read.some((record) => record !== undefined && !isOthers("domain", record, entry.projectId ?? ""));
    const place = placeOf(entry);
    const isListed =
      !unread.has(partName(listOf(place))) && recordIn(snapshot, place, String(body["name"])) !== undefined;
    return isRead || isListed ? [] : [from.name];
  });
}

/** What would be deleted with a project although it is not being deleted too. What this run has just deleted may still show. */
function whatStays(step: Step, projectId: string, run: Run): Hold | undefined {
  const { observer, entries, alone } = run;
  const { components, domains } = observer.snapshot;
  const gone = new Set(
    [...entries.values()].flatMap((entry) => {
      const { approved } = entry;
      const isDeleted = approved.project === step.project && isAnswered(entry, "delete");
      const hasMoved = approved.from?.projectId === projectId && isAnswered(entry, "move");
      return isDeleted || hasMoved ? [approved.from?.name ?? approved.id ?? ""] : [];
    }),
  );
  const left = [
    ...(valueOf(components.get(projectId)) ?? []).map(({ id, component_slug: slug }) => ({ id, name: slug ?? id })),
    ...(valueOf(domains.get(projectId)) ?? [])
      .filter((domain) => !isAutomatic(domain))
      .map(({ name }) => ({ id: name, name })),
  ].filter(({ id }) => !gone.has(id) && alone?.gone?.has(inProject(projectId, id)) !== true);
  const moving = new Set(hostNamesThatStay(projectId, run));
  if (left.length === 0 && moving.size === 0) return undefined;
  const names = (items: typeof left): string[] => items.map(({ name }) => name);
  const held = names(left.filter(({ id }) => !moving.has(id)));
  const why =
    held.length === 0
      ? `${[...moving].join(", ")} ${NOT_ARRIVED}`
      : `it holds ${fewNames(held)}, which would be deleted with it. Remove or move these first.`;
  return { message: `The project ${projectId} is not deleted: ${why}`, isFailure: true, stays: names(left) };
}

export function organizationsOf(steps: readonly Step[]): Part[] {
  return [...new Set(steps.map(({ organizationId }) => organizationId))].map((id) => projectsPart(id));
}

export function projectIdOf([first]: readonly Step[]): string {
  return first?.projectId ?? "";
}
