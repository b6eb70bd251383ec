import type { ReadClient } from "../../provider/api/client.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { missingVariableProblem } from "../../provider/file/missing-variables.ts";
import { isWithin } from "../../provider/file/path.ts";
import type { Problem } from "../../provider/file/problem.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { isSameText } from "../../provider/resources/compare-text.ts";
import { mayBeSameSlug } from "../../provider/resources/project-identity.ts";
import { rememberedLists } from "../../provider/resources/lists.ts";
import { secretValues } from "./changes.ts";
import { deletionGuard } from "./deletion-guard.ts";
import { blockedProject, projectKey } from "./project-items.ts";
import { missingValues } from "./missing-values.ts";
import { planMoves } from "./moves.ts";
import { blockHalfMoves } from "./half-moves.ts";
import { leaveOut, selectObjects, type Selection } from "./only.ts";
import type { PlanOptions } from "./options.ts";
import { assemblePlan, type Plan, type PlanItem } from "./plan.ts";
import { planFile, type PlannedFile } from "./project.ts";
import type { Scope } from "./scope.ts";
import type { ProjectWork } from "./work.ts";

/** A plan, and what applying it needs. */
export interface Planned {
  readonly plan: Plan;
  readonly work: readonly ProjectWork[];
  /** Values that the catalogue calls secret, however the files write them. */
  readonly secrets: readonly string[];
  /** Projects and components that could not be checked, and are blocked in the plan for that reason. */
  readonly unchecked: readonly Problem[];
}

/**
 * Compares files with the service and plans what a run would do. Only reads: the projects of each organization once, two
 * lists per project found, each catalogue entry once; with `only`, as little as that needs. What the service does not answer
 * blocks the project that it concerns. Rejects with an error of the client if no project could be read, or if the service refuses the
 * token. Calls `onRead` before the first project and after each.
 */
export async function plan(
  files: readonly LoadedFile[],
  client: ReadClient,
  options: PlanOptions = {},
  onRead?: (done: number, total: number) => void,
): Promise<Planned> {
  const selection = selectObjects(files, options.only);
  const scope: Scope = { client, lists: rememberedLists(client), options, selection };
  const total = selection.files.length;
  let done = 0;
  onRead?.(done, total);
  const planned = await Promise.all(
    selection.files.map(async (file) => {
      const each = await planFile(file, scope);
      done += 1;
      onRead?.(done, total);
      return each;
    }),
  );
  const unreadable = planned.flatMap((each) => each.unreadable ?? []);
  const [first] = unreadable;
  if (first !== undefined && unreadable.length === planned.length) throw first;
  const covered = coveredWork(planned, files, selection);
  const work = await planMoves(await blockHalfMoves(covered, files, scope), scope);
  const items = work.flatMap(itemsOf);
  // A host name that moves has an item at its new project only.
  selection.checkMatches([...covered.flatMap(itemsOf), ...items]);
  const problems = [...planned.flatMap((each) => each.problems), ...unknownNames(selection)];
  const notCompared = missingValues(selection).length;
  return {
    plan: assemblePlan(client.origin, items, [deletionGuard(work, items, options)], problems, {
      ...(options.only === undefined ? {} : { only: options.only, leftOut: selection.leftOut }),
      ...(notCompared === 0 ? {} : { notCompared }),
    }),
    work,
    secrets: work.flatMap(secretValues),
    unchecked: planned.flatMap(({ unchecked }) => unchecked ?? []),
  };
}

function itemsOf({ item, children, isLeftOut = false }: ProjectWork): PlanItem[] {
  return [...(isLeftOut ? [] : [item]), ...children.map((child) => child.item)];
}

/** What was planned, without what the run does not cover. `all`: also the files that the run does not read. */
function coveredWork(planned: readonly PlannedFile[], all: readonly LoadedFile[], selection: Selection): ProjectWork[] {
  const { files } = selection;
  const read = new Set(files);
  const leftOut = all.filter((file) => !read.has(file));
  return blockShared(planned, files).map((project, index) => {
    const file = files[index];
    if (file === undefined) return project;
    const other = leftOut.find((each) => mayMean(each, project.live));
    return leaveOut(file, other === undefined ? project : blockedByLeftOut(file, project, other), selection);
  });
}

/** Whether a file that was not planned may be about a live project. */
function mayMean({ project: { id, declared, previousSlug } }: LoadedFile, live: ProjectRecord | undefined): boolean {
  if (live === undefined) return false;
  if (id !== undefined) return id === live.id;
  const owner = live.organization_id ?? "";
  if (owner !== "" && !isSameText(owner, declared.organization_id)) return false;
  const slugs = [declared.slug, ...(previousSlug === undefined ? [] : [previousSlug])];
  return slugs.some((slug) => mayBeSameSlug(live.slug, { ...declared, slug }));
}

function blockedByLeftOut(file: LoadedFile, { live }: ProjectWork, other: LoadedFile): ProjectWork {
  const reason = `${other.file} may be about the same live project, ${live?.id}, and \`only\` leaves it out. Add ${projectKey(other)} to only.`;
  return blockedProject(file, live, reason);
}

/** Host names that are not known in this run may be covered. Elsewhere, the plan notes them on their project. */
function unknownNames({ files, covers }: Selection): Problem[] {
  return files
    .filter((file) => !covers(projectKey(file)))
    .flatMap(({ missingVariables }) => missingVariables.filter(({ path }) => isWithin(path, "domains")))
    .map(missingVariableProblem("warning"));
}

/** Two files can match one live project: one renames it, and the other still has its old slug. Both are blocked. */
function blockShared(planned: readonly PlannedFile[], files: readonly LoadedFile[]): ProjectWork[] {
  const positions = Map.groupBy(planned.keys(), (index) => planned[index]?.project.live?.id);
  return planned.map(({ project }, index) => {
    const file = files[index];
    const { live } = project;
    const other = live && positions.get(live.id)?.find((at) => at !== index);
    if (file === undefined || other === undefined) return project;
    const name = files[other]?.file ?? "Another file";
    return blockedProject(
      file,
      project.live,
      `${name} matches the same live project, ${project.live?.id}. Correct one of them.`,
    );
  });
}
