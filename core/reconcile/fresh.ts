import { isNotFound } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { sameJson } from "../resources/canonical.ts";
import { SECTIONS } from "../resources/kind.ts";
import { whyOthers } from "../resources/owner.ts";
import { hasSlug } from "../resources/project-identity.ts";
import { READ_DELAYS, paused, type LoopRun } from "./loop-run.ts";
import type { AttemptLog, SkipReason } from "./attempts.ts";
import { putRecord, recordIn, takeSingle } from "./listed.ts";
import { partName, readingOf, singleIn, singlePart, valueOf, type Part, type ReadResult } from "./snapshot.ts";
import { covers, isDeletionOfProject, nameOf, projectNameOf, type Step } from "./step.ts";

/** A write relies on reads that are at most so old, in milliseconds. */
export const FRESH = 5_000;

/**
 * The step as it is to be sent now, or why it is not sent. If what it relies on is too old, that is read again, and only what is still
 * planned is sent. Below a project that this run created nothing is read again. If the project was read by its id anyway, that may show that
 * it was renamed.
 */
export async function upToDate(step: Step, log: AttemptLog, run: LoopRun): Promise<Step | SkipReason> {
  const { projectId, from } = step;
  const { project } = run.observer.snapshot;
  if (projectId === undefined) return step;
  const isNew = run.created.has(step.project);
  const explainOwn = (): SkipReason | undefined =>
    run.singleObject === undefined
      ? explainProject(projectId, step, project.get(projectId), isNew || isDeletionOfProject(step))
      : undefined;
  if (isNew && from === undefined) return explainOwn() ?? step;
  const relied = run.singleObject === undefined ? partsOf(step, projectId) : partsOfAlone(step, projectId);
  // Live settings that are sent back must be those of this moment.
  const isOld = (part: Part): boolean =>
    ageOf(part, run) > FRESH || (step.sendsLive && part.of === step.kind && run.singleObject === undefined);
  const stale = relied.filter((part) => isOld(part) && (!isNew || part.key === from?.projectId));
  if (stale.length > 0 && !(await run.reads(() => run.observer.readTogether(stale))))
    return { message: String(run.gate.signal.reason) };
  const unread = whyUnread(stale, run);
  if (unread !== undefined) return unread;
  for (const id of run.singleObject === undefined ? [projectId, ...(from === undefined ? [] : [from.projectId])] : [])
    await awaitOneSlug(id, step, run);
  // The wait may be cut short: then the slug says nothing.
  if (run.gate.signal.aborted) return { message: String(run.gate.signal.reason) };
  const { kind, id = "" } = step;
  const single = singlePart(kind, projectId, id);
  let left = run.singleObject === undefined ? undefined : step;
  const place = { ...step, projectId };
  const listed = recordIn(run.observer.snapshot, place, id);
  if (stale.some(({ of, key }) => of === kind && key === single.key)) {
    // What the list says, before the read by id stands for it.
    left ??= (await run.replanProject(step.project))?.steps.get(nameOf(step));
    const other = explainOther(step, projectId, valueOf(singleIn(run.observer.snapshot, single)));
    if (other !== undefined) return other;
    takeSingle(run.observer, place, id);
  }
  const gone =
    explainOwn() ??
    (from && run.singleObject === undefined
      ? (explainProject(from.projectId, from, project.get(from.projectId), true) ?? explainLeaving(step, from, run))
      : undefined);
  // Another child of the project may have read it.
  if (gone !== undefined || stale.length === 0 || isNew) return gone ?? step;
  if (step.id !== undefined && step.kind === "component" && !step.sendsLive)
    run.observer.forget([singlePart(step.kind, projectId, step.id)]);
  const remaining = await run.replanProject(step.project);
  if (remaining === undefined) return { message: String(run.gate.signal.reason) };
  const blocker = remaining.blockers.get(nameOf(step)) ?? remaining.blockers.get(projectNameOf(step));
  if (blocker !== undefined)
    return { message: `${blocker.error.message} Nothing was sent.`, isFailure: !blocker.isUnread };
  const byId = remaining.steps.get(nameOf(step));
  // Live settings that are sent back must be the same in both.
  const differs =
    step.sendsLive && run.singleObject === undefined && left !== undefined && !sameJson(byId?.body, left.body);
  const now = left !== undefined && (byId === undefined || differs) ? await awaitLeft(step, single, run) : byId;
  if (now === undefined) return { message: "It is as declared meanwhile: nothing was sent." };
  if ("message" in now) {
    // A read by id that may lag says nothing of what becomes of the update.
    if (listed !== undefined) putRecord(run.observer, place, id, listed);
    return now;
  }
  // The project may have been renamed in the wait.
  const since = explainOwn();
  if (since !== undefined) return since;
  if (!covers(log.approved, now))
    return { message: "It changed since the plan was made: nothing was sent. Run this again.", isFailure: true };
  return log.approved.action === "move" ? step : now;
}

/**
 * What is left of an update that the list shows, although a read by id does not: it may lag behind the list. An update that was so already
 * changes nothing. One that sends live settings back waits until both show the same, or the settle window is over.
 */
async function awaitLeft(step: Step, single: Part, run: LoopRun): Promise<Step | SkipReason | undefined> {
  const { kind, projectId = "", id = "" } = step;
  if (step.action !== "update" || !step.sendsLive) return step.action === "update" ? step : undefined;
  const others = run.singleObject === undefined && kind !== "project" ? [SECTIONS[kind], "project" as const] : [];
  const parts = [single, ...others.map((of): Part => ({ of, key: projectId }))];
  const isOver = (): SkipReason => ({ message: String(run.gate.signal.reason) });
  const replanned = async (): Promise<Step | undefined> =>
    (await run.replanProject(step.project))?.steps.get(nameOf(step));
  let left: Step | undefined;
  for (const delay of READ_DELAYS) {
    if (delay > 0 && !(await paused(run.client, delay, `for ${id} to show what its list shows`))) return isOver();
    if (!(await run.reads(() => run.observer.readTogether(parts)))) return isOver();
    const unread = whyUnread(parts, run);
    if (unread !== undefined) return unread;
    const listed = await replanned();
    takeSingle(run.observer, { ...step, projectId }, id);
    left = await replanned();
    if (run.gate.signal.aborted) return isOver();
    const isSame = run.singleObject === undefined ? sameJson(left?.body, listed?.body) : left !== undefined;
    if (isSame) return left;
  }
  return left;
}

/** A read by id may lag behind the list. Only if it still shows another slug after the settle window, somebody has renamed the project. */
async function awaitOneSlug(projectId: string, { kind, organizationId, slugs }: Step, run: LoopRun): Promise<void> {
  const { client, observer } = run;
  // A child may be written under each slug that its project has in this run.
  const isOwn = (slug: string): boolean => kind !== "project" && slugs.some((each) => hasSlug({ slug }, each));
  for (const delay of run.outwaited.has(projectId) ? [] : READ_DELAYS) {
    const slug = valueOf(observer.snapshot.project.get(projectId))?.slug ?? "";
    const listed = valueOf(observer.snapshot.projects.get(organizationId))?.records;
    const shown = listed?.find(({ id }) => id === projectId)?.slug ?? "";
    if (slug === "" || shown === "" || hasSlug({ slug: shown }, slug) || (isOwn(slug) && isOwn(shown))) return;
    if (delay === 0) continue;
    if (!(await paused(client, delay, `for ${projectId} to show its slug`))) return;
    if (!(await run.reads(() => observer.readTogether([{ of: "project", key: projectId }])))) return;
  }
  run.outwaited.add(projectId);
}

/** What a write relies on. The project is always read by its id: a list may lag. */
function partsOf({ kind, id, from, sendsLive }: Step, projectId: string): Part[] {
  const parts: Part[] = [{ of: "project", key: projectId }];
  if (kind !== "project") parts.push({ of: SECTIONS[kind], key: projectId });
  if (from !== undefined)
    parts.push(...(["project", "domains"] as const).map((of): Part => ({ of, key: from.projectId })));
  if (kind !== "project" && sendsLive && id !== undefined) parts.push(singlePart(kind, projectId, id));
  return parts;
}

/** A create relies on the list, an update on the object, a deletion on nothing. */
function partsOfAlone({ kind, action, id }: Step, projectId: string): Part[] {
  if (action === "create" && kind !== "project") return [{ of: SECTIONS[kind], key: projectId }];
  if (action === "delete" || id === undefined) return [];
  return [singlePart(kind, projectId, id)];
}

/** Milliseconds since a part was read. */
export function ageOf(part: Part, { client, observer: { snapshot } }: LoopRun): number {
  const reading = readingOf(snapshot, part);
  return reading === undefined || "error" in reading ? Number.POSITIVE_INFINITY : client.now() - reading.at;
}

/** Why parts could not be read. `undefined` if they were, or are gone. */
export function whyUnread(parts: readonly Part[], { observer }: LoopRun): SkipReason | undefined {
  const error = parts.map((part) => observer.unread.get(partName(part))).find((each) => each !== undefined);
  return error === undefined || isNotFound(error) ? undefined : { message: `${error.message} Nothing was sent.` };
}

/** Whether a record shows a slug that its project may not have in this run. Pulumi knows a project by its id: none is given. */
export function isRenamed(live: ProjectRecord, slugs: readonly string[]): boolean {
  return (live.slug ?? "") !== "" && slugs.length > 0 && !slugs.some((slug) => hasSlug(live, slug));
}

/** Nothing is written to an object whose record names another parent. */
function explainOther({ kind, organizationId }: Step, projectId: string, live: object = {}): SkipReason | undefined {
  const other = whyOthers(kind, live, kind === "project" ? organizationId : projectId);
  return other === undefined
    ? undefined
    : { message: `It stays, because ${other}. Nothing was sent.`, isFailure: true };
}

/** A host name is not detached where the list names another project for it. */
function explainLeaving(
  step: Step,
  { projectId, name }: NonNullable<Step["from"]>,
  run: LoopRun,
): SkipReason | undefined {
  const listed = recordIn(run.observer.snapshot, { ...step, projectId }, name);
  return listed === undefined ? undefined : explainOther(step, projectId, listed);
}

/**
 * Nothing is written into a project that was renamed or deleted since the plan was made, or that is another organization's. The deletion of
 * one that is gone finds that itself.
 */
function explainProject(
  id: string,
  { slugs, organizationId }: Pick<Step, "slugs" | "organizationId">,
  reading: ReadResult<ProjectRecord | undefined> | undefined,
  mayBeGone: boolean,
): SkipReason | undefined {
  if (reading === undefined || "error" in reading) return undefined;
  const { value: live } = reading;
  if (live === undefined) {
    if (mayBeGone) return undefined;
    return {
      message: `${id} was deleted since the plan was made: nothing was sent. Run this again to create it.`,
      isFailure: true,
    };
  }
  const other = whyOthers("project", live, organizationId);
  if (other !== undefined)
    return { message: `${id} stays, because ${other}. Nothing was sent. Run plan.`, isFailure: true };
  if (!isRenamed(live, slugs)) return undefined;
  return {
    message: `${id} was renamed from ${slugs.at(-1)} to ${live.slug} since the plan was made: nothing was sent. Run plan, and check the project.`,
    isFailure: true,
  };
}
