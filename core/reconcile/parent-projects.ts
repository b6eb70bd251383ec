import { isNotFound, isTransient } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { whyOthers } from "../resources/owner.ts";
import { hasSlug } from "../resources/project-identity.ts";
import type { SkipReason, WriteResult } from "./attempts.ts";
import type { LoopRun } from "./loop-run.ts";
import { partName, valueOf, type Part, type ReadResult } from "./snapshot.ts";
import { isDeletionOfProject, nameOf, type Step } from "./step.ts";

/* The projects that a write goes to, or takes a host name from: they must be those of the plan still. */

interface ParentProject extends Pick<Step, "slugs" | "organizationId"> {
  readonly id: string;
  /** Its deletion is found otherwise. */
  readonly mayBeGone: boolean;
}

/** The projects that may not have been renamed or deleted meanwhile. A single object is known by its id: none. */
export function parentsOf(step: Step, run: LoopRun): ParentProject[] {
  const { projectId: id = "", from } = step;
  if (run.singleObject !== undefined) return [];
  // A later plan takes whatever slug a project that is pinned by its id has by then.
  const { slugs, from: left } = run.logs.get(nameOf(step))?.approved ?? step;
  const own = { ...step, id, slugs, mayBeGone: run.created.has(step.project) || isDeletionOfProject(step) };
  return from === undefined ? [own] : [own, { ...from, ...left, id: from.projectId, mayBeGone: true }];
}

/** True if a record shows a slug that its project may not have in this run. Pulumi knows a project by its id: none is given. */
export function isRenamed(live: ProjectRecord, slugs: readonly string[]): boolean {
  return (live.slug ?? "") !== "" && slugs.length > 0 && !slugs.some((slug) => hasSlug(live, slug));
}

/** Nothing is written into a project that was renamed or deleted since the plan was made, or that is another organization's. */
export function whyParentChanged(step: Step, run: LoopRun): SkipReason | undefined {
  const { project, projects } = run.observer.snapshot;
  const listOf = ({ organizationId }: ParentProject) => valueOf(projects.get(organizationId))?.records;
  const reasons = parentsOf(step, run).map((parent) =>
    explainParent(
      parent,
      project.get(parent.id),
      listOf(parent)?.find(({ id }) => id === parent.id),
    ),
  );
  const changed = reasons.find((each) => each !== undefined);
  return changed && { message: `${changed.why}: nothing was sent. ${changed.remedy}`, isFailure: true };
}

/** Reads the project of a step again. Returns why nothing is attached there: for good, or as long as it cannot be read. */
export async function whyProjectChanged(
  id: string,
  { project, slugs, organizationId }: Step,
  run: LoopRun,
): Promise<WriteResult | undefined> {
  const part: Part = { of: "project", key: id };
  if (!(await run.reads(() => run.observer.readTogether([part])))) return undefined;
  const { unread, snapshot } = run.observer;
  const failure = unread.get(partName(part));
  if (failure !== undefined && !isNotFound(failure))
    return { answer: isTransient(failure) ? "not sent" : "refused", error: failure };
  // One that this run created may be late.
  const mayBeGone = run.created.has(project);
  const changed = explainParent({ id, slugs, organizationId, mayBeGone }, snapshot.project.get(id));
  return changed && { answer: "refused", error: new Error(`${changed.why}. ${changed.remedy}`) };
}

function explainParent(
  { id, slugs, organizationId, mayBeGone }: ParentProject,
  reading: ReadResult<ProjectRecord | undefined> | undefined,
  listed?: ProjectRecord,
): { readonly why: string; readonly remedy: string } | undefined {
  if (reading === undefined || "error" in reading) return undefined;
  // What its list shows under another slug is not gone.
  const live = reading.value ?? (listed !== undefined && isRenamed(listed, slugs) ? listed : undefined);
  if (live === undefined) {
    if (mayBeGone) return undefined;
    // Deleted since the plan was made, or made a moment ago.
    return { why: `${id} is not found by its id`, remedy: "Run plan." };
  }
  const other = whyOthers("project", live, organizationId);
  if (other !== undefined) return { why: `${id} stays as it is, because ${other}`, remedy: "Run plan." };
  if (!isRenamed(live, slugs)) return undefined;
  return {
    why: `${id} was renamed from ${slugs.at(-1)} to ${live.slug} since the plan was made`,
    remedy: "Run plan, and check the project.",
  };
}
