import type { ReadClient } from "../../provider/api/client.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { rememberedLists } from "../../provider/resources/lists.ts";
import { secretValues } from "./changes.ts";
import { deletionGuard } from "./deletion-guard.ts";
import { blockedProject } from "./project-items.ts";
import { planMoves } from "./moves.ts";
import type { PlanOptions } from "./options.ts";
import { assemblePlan, type Plan } from "./plan.ts";
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
 * lists per project found, each catalogue entry once. What the service does not answer blocks the project that it concerns.
 * Rejects with an error of the client if no project could be read, or if the service refuses the token. Calls `onRead` after
 * each project.
 */
export async function plan(
  files: readonly LoadedFile[],
  client: ReadClient,
  options: PlanOptions = {},
  onRead?: () => void,
): Promise<Planned> {
  const scope: Scope = { client, lists: rememberedLists(client), options };
  const planned = await Promise.all(
    files.map(async (file) => {
      const each = await planFile(file, scope);
      onRead?.();
      return each;
    }),
  );
  const unreadable = planned.flatMap((each) => each.unreadable ?? []);
  const [first] = unreadable;
  if (first !== undefined && unreadable.length === planned.length) throw first;
  const work = await planMoves(blockShared(planned, files), scope);
  const items = work.flatMap((project) => [project.item, ...project.children.map(({ item }) => item)]);
  const problems = planned.flatMap((each) => each.problems);
  return {
    plan: assemblePlan(client.origin, items, [deletionGuard(items, options)], problems),
    work,
    secrets: work.flatMap(secretValues),
    unchecked: planned.flatMap(({ unchecked }) => unchecked ?? []),
  };
}

/** Two files can match one live project: one renames it, and the other still has its old slug. Both are blocked. */
function blockShared(planned: readonly PlannedFile[], files: readonly LoadedFile[]): ProjectWork[] {
  const ids = planned.map(({ project }) => project.live?.id);
  return planned.map(({ project }, index) => {
    const file = files[index];
    const other = ids.findIndex((id, at) => at !== index && id !== undefined && id === project.live?.id);
    if (file === undefined || other === -1) return project;
    const name = files[other]?.file ?? "Another file";
    return blockedProject(
      file,
      project.live,
      `${name} matches the same live project, ${project.live?.id}. Correct one of them.`,
    );
  });
}
