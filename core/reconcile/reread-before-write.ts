import { isNotFound, isTransient } from "../api/errors.ts";
import { FRESH } from "../api/retry.ts";
import type { ProjectRecord } from "../api/records.ts";
import { sameJson } from "../resources/canonical.ts";
import { SECTIONS } from "../resources/kind.ts";
import { whyOthers } from "../resources/owner.ts";
import { hasSlug } from "../resources/project-identity.ts";
import type { LoopRun } from "./loop-run.ts";
import { poll } from "./poll.ts";
import type { AttemptLog, SkipReason, WriteResult } from "./attempts.ts";
import { putRecord, recordIn, takeSingle, type Parent } from "./read-by-id.ts";
import {
  listsIn,
  partName,
  projectsPart,
  readingOf,
  singleIn,
  singlePart,
  valueOf,
  type Part,
  type ReadResult,
  type SinglePart,
} from "./snapshot.ts";
import { covers, showsNoMore, isDeletionOfProject, nameOf, projectNameOf, type Step } from "./step.ts";

/** Least milliseconds for a write to be sent after it was decided. */
const LEAST_TIME = 1_000;

/**
 * The step as it is to be sent now, or why it is not sent. If what it relies on is too old, that is read again, and only what is still
 * planned is sent. Below a project that this run created nothing is read again.
 */
export async function upToDate(step: Step, log: AttemptLog, run: LoopRun): Promise<Step | SkipReason> {
  const isNew = run.created.has(step.project);
  if (step.projectId === undefined) return step;
  // If the project was read by its id anyway, that may show that it was renamed.
  if (isNew && step.from === undefined) return whyParentChanged(step, run) ?? step;
  const stale = dependenciesOf(step, run).filter((part) => isStale(part, step, run));
  if (stale.length > 0 && !(await run.reads(() => run.observer.readTogether(stale)))) return stopped(run);
  const unread = whyUnread(stale, run);
  if (unread !== undefined) return unread;
  for (const { id } of parentsOf(step, run)) await awaitOneSlug(id, step, run);
  // The wait may be cut short: then the slug says nothing.
  if (run.gate.signal.aborted) return stopped(run);
  const isReadById = stale.some((part) => partName(part) === partName(singleOf(step)));
  // By the list, before the read by id stands for it.
  const listed: ListedStep = { record: recordIn(run.observer.snapshot, placeOf(step), step.id ?? "") };
  if (isReadById) listed.left = run.singleObject === undefined ? await replanned(step, run) : step;
  const other = isReadById ? takeOwn(step, run) : undefined;
  const changed = other ?? whyParentChanged(step, run) ?? whyNotLeaving(step, run);
  if (changed !== undefined) return changed;
  const isPlanned = stale.length === 0 && !dependenciesOf(step, run).some((part) => isNewer(part, run));
  return isPlanned || isNew ? step : await stillPlanned(step, listed, log, run);
}

/** True if a part was read after the step was planned, for another one. A project by its id is compared above. */
function isNewer(part: Part, { observer: { snapshot }, plannedAt }: LoopRun): boolean {
  return part.of !== "project" && (readingOf(snapshot, part)?.at ?? 0) > plannedAt.time;
}

/** An update as its list shows it. */
interface ListedStep {
  readonly record: object | undefined;
  /** `undefined`: nothing is left by the list, or the object was not read by its id. */
  left?: Step | undefined;
}

/** The read by its id stands for the list, unless it names another parent: then nothing is written to the object. */
function takeOwn(step: Step, run: LoopRun): SkipReason | undefined {
  const { observer } = run;
  const other = explainOther(placeOf(step), valueOf(singleIn(observer.snapshot, singleOf(step))));
  if (other === undefined) takeSingle(observer, placeOf(step), step.id ?? "");
  return other;
}

/** The step as it is planned now, or why it is not sent. */
async function stillPlanned(step: Step, listed: ListedStep, log: AttemptLog, run: LoopRun): Promise<Step | SkipReason> {
  // Another child of the project may have read it.
  if (step.id !== undefined && step.kind === "component" && !step.sendsLive) run.observer.forget([singleOf(step)]);
  const remaining = await run.replanProject(step.project);
  if (remaining === undefined) return stopped(run);
  const blocker = remaining.blockers.get(nameOf(step)) ?? remaining.blockers.get(projectNameOf(step));
  if (blocker !== undefined)
    return { message: `${blocker.error.message} Nothing was sent.`, isFailure: !blocker.isUnread };
  const byId = remaining.steps.get(nameOf(step));
  const differs = sendsBack(step, run) && !sameJson(byId?.body, listed.left?.body);
  const isDoubtful = listed.left !== undefined && (byId === undefined || differs);
  const now = isDoubtful ? await awaitLeft(step, run) : byId;
  if (now === undefined) return { message: "Already as declared. Nothing was sent." };
  if ("message" in now) {
    // A read by id that may lag says nothing of what becomes of the update.
    if (listed.record !== undefined) putRecord(run.observer, placeOf(step), step.id ?? "", listed.record);
    return now;
  }
  // The project may have been renamed in the wait.
  const since = whyParentChanged(step, run);
  if (since !== undefined) return since;
  // By the list, as the plan: a read by id may show settings in another form, and those that the list hides.
  const isShown = listed.left === undefined || showsNoMore(log.approved, listed.left);
  if (!covers(log.approved, now) || !isShown)
    return { message: "It changed since the plan was made: nothing was sent. Run this again.", isFailure: true };
  return log.approved.action === "move" ? step : now;
}

/**
 * Decides about an update that is left by the list, although not by a read by id, which may lag behind the list. An update that was so
 * already changes nothing: it is sent. One that sends live settings back waits until both show the same, or the settle window is over.
 */
async function awaitLeft(step: Step, run: LoopRun): Promise<Step | SkipReason | undefined> {
  if (step.action !== "update" || !step.sendsLive) return step.action === "update" ? step : undefined;
  const parts = dependenciesOf(step, run);
  const { last, end } = await poll<{ left?: Step | undefined; skipped?: SkipReason | undefined; isSame: boolean }>(
    run.client,
    { reason: () => `for ${step.id} to show what its list shows` },
    async () => {
      const isRead = await run.reads(() => run.observer.readTogether(parts));
      const skipped = isRead ? whyUnread(parts, run) : stopped(run);
      if (skipped !== undefined) return { skipped, isSame: false };
      const listed = await replanned(step, run);
      takeSingle(run.observer, placeOf(step), step.id ?? "");
      const left = await replanned(step, run);
      if (run.gate.signal.aborted) return { skipped: stopped(run), isSame: false };
      return { left, isSame: sendsBack(step, run) ? sameJson(left?.body, listed?.body) : left !== undefined };
    },
    ({ skipped, isSame }) => isSame || skipped !== undefined,
  );
  return end === "stopped" ? stopped(run) : (last.skipped ?? last.left);
}

async function replanned(step: Step, run: LoopRun): Promise<Step | undefined> {
  return (await run.replanProject(step.project))?.steps.get(nameOf(step));
}

/** A read by id may lag behind the list. Only if it still shows another slug after the settle window, somebody has renamed the project. */
async function awaitOneSlug(projectId: string, { kind, organizationId, slugs }: Step, run: LoopRun): Promise<void> {
  const { client, observer, outwaited } = run;
  const part: Part = { of: "project", key: projectId };
  // A child may be written under each slug that its project has in this run.
  const isOwn = (slug: string): boolean => kind !== "project" && slugs.some((each) => hasSlug({ slug }, each));
  const showsOne = (): boolean => {
    const slug = valueOf(observer.snapshot.project.get(projectId))?.slug ?? "";
    const listed = valueOf(observer.snapshot.projects.get(organizationId))?.records;
    const shown = listed?.find(({ id }) => id === projectId)?.slug ?? "";
    return slug === "" || shown === "" || hasSlug({ slug: shown }, slug) || (isOwn(slug) && isOwn(shown));
  };
  if (outwaited.has(projectId) || showsOne()) return;
  const { end } = await poll<boolean>(
    client,
    { reason: () => `for ${projectId} to show its slug` },
    async (before) => {
      const isRead = before === undefined || (await run.reads(() => observer.readTogether([part])));
      return !isRead || showsOne();
    },
    (isOver) => isOver,
  );
  if (end === "over") outwaited.add(projectId);
}

/** True if a part was read too long ago for a write to rely on it. */
export function isTooOld(part: Part, run: LoopRun): boolean {
  return timeSince(part, run) > FRESH - LEAST_TIME;
}

/** The parts that a write relies on. */
function dependenciesOf(step: Step, run: LoopRun): Part[] {
  const { kind, action, id, from, sendsLive, projectId, organizationId, changes } = step;
  // A new project relies on the list that does not show it.
  if (projectId === undefined) return [projectsPart(organizationId)];
  const own = id === undefined ? [] : [singleOf(step)];
  const list: Part[] = kind === "project" ? [] : [{ of: SECTIONS[kind], key: projectId }];
  // A single object: a create relies on the list, an update on the object, a deletion on nothing.
  if (run.singleObject !== undefined) {
    if (action === "create") return list;
    return action === "delete" ? [] : own;
  }
  // The project is always read by its id: a list may lag.
  const left = (["project", "domains"] as const).map((of): Part => ({ of, key: from?.projectId ?? "" }));
  return [
    { of: "project", key: projectId },
    ...list,
    ...(from === undefined ? [] : left),
    ...(kind !== "project" && sendsLive ? own : []),
    // Another project may have the new slug by now.
    ...(kind === "project" && changes.some(({ path }) => path === "slug") ? [projectsPart(organizationId)] : []),
  ];
}

function isStale(part: Part, step: Step, run: LoopRun): boolean {
  // In a project that this run created, only the project that a host name leaves is older.
  if (run.created.has(step.project) && part.key !== step.from?.projectId) return false;
  const isOfObject = part.of === step.kind || (step.kind !== "project" && part.of === SECTIONS[step.kind]);
  return (sendsBack(step, run) && isOfObject) || isTooOld(part, run);
}

/** When the oldest of what a write relies on is too old. */
export function freshUntil(step: Step, run: LoopRun): number {
  return run.client.now() + FRESH - oldestOf(step, run);
}

/** Milliseconds since the oldest read that a write relies on. Below a project that this run created there is none. */
function oldestOf(step: Step, run: LoopRun): number {
  const { projectId = "", from } = step;
  if (run.created.has(step.project) && from === undefined) return Number.NEGATIVE_INFINITY;
  const content = isDeletionOfProject(step) && run.singleObject?.takesContent !== true ? listsIn(projectId) : [];
  const ages = [...dependenciesOf(step, run), ...content].map((part) => timeSince(part, run));
  return Math.max(0, ...ages.filter(Number.isFinite));
}

/** Live settings that are sent back must be those of this moment, by the list and by id. A single object was just read. */
function sendsBack({ sendsLive }: Step, { singleObject }: LoopRun): boolean {
  return sendsLive && singleObject === undefined;
}

interface ParentProject extends Pick<Step, "slugs" | "organizationId"> {
  readonly id: string;
  /** Its deletion is found otherwise. */
  readonly mayBeGone: boolean;
}

/** The projects that may not have been renamed or deleted meanwhile. A single object is known by its id: none. */
function parentsOf(step: Step, run: LoopRun): ParentProject[] {
  const { projectId: id = "", from } = step;
  if (run.singleObject !== undefined) return [];
  const own = { ...step, id, mayBeGone: run.created.has(step.project) || isDeletionOfProject(step) };
  return from === undefined ? [own] : [own, { ...from, id: from.projectId, mayBeGone: true }];
}

function singleOf({ kind, projectId = "", id = "" }: Step): SinglePart {
  return singlePart(kind, projectId, id);
}

function placeOf({ kind, organizationId, projectId = "" }: Step): Parent {
  return { kind, organizationId, projectId };
}

function stopped({ gate }: LoopRun): SkipReason {
  return { message: String(gate.signal.reason) };
}

/** Milliseconds since the read of a part ended: one may take longer than its result is relied on. */
function timeSince(part: Part, { client, observer: { snapshot } }: LoopRun): number {
  const reading = readingOf(snapshot, part);
  if (reading === undefined || "error" in reading) return Number.POSITIVE_INFINITY;
  return client.now() - (reading.until ?? reading.at);
}

/** Milliseconds since the read of a part began. */
export function ageOf(part: Part, { client, observer: { snapshot } }: LoopRun): number {
  const reading = readingOf(snapshot, part);
  return reading === undefined || "error" in reading ? Number.POSITIVE_INFINITY : client.now() - reading.at;
}

/** The reason why parts could not be read. `undefined` if they were, or are gone. */
export function whyUnread(parts: readonly Part[], { observer }: LoopRun): SkipReason | undefined {
  const error = parts.map((part) => observer.unread.get(partName(part))).find((each) => each !== undefined);
  return error === undefined || isNotFound(error) ? undefined : { message: `${error.message} Nothing was sent.` };
}

/** True if a record shows a slug that its project may not have in this run. Pulumi knows a project by its id: none is given. */
export function isRenamed(live: ProjectRecord, slugs: readonly string[]): boolean {
  return (live.slug ?? "") !== "" && slugs.length > 0 && !slugs.some((slug) => hasSlug(live, slug));
}

/** Nothing is written to an object whose record names another parent. */
function explainOther({ kind, organizationId, projectId }: Parent, live: object = {}): SkipReason | undefined {
  const other = whyOthers(kind, live, kind === "project" ? organizationId : projectId);
  return other === undefined
    ? undefined
    : { message: `It stays, because ${other}. Nothing was sent.`, isFailure: true };
}

/** A host name is not detached where the list names another project for it. */
function whyNotLeaving(step: Step, { observer }: LoopRun): SkipReason | undefined {
  if (step.from === undefined) return undefined;
  const { projectId, name } = step.from;
  const old = { ...step, projectId };
  return explainOther(old, recordIn(observer.snapshot, old, name));
}

/** Nothing is written into a project that was renamed or deleted since the plan was made, or that is another organization's. */
function whyParentChanged(step: Step, run: LoopRun): SkipReason | undefined {
  const { project } = run.observer.snapshot;
  const reasons = parentsOf(step, run).map((parent) => explainParent(parent, project.get(parent.id)));
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
): { readonly why: string; readonly remedy: string } | undefined {
  if (reading === undefined || "error" in reading) return undefined;
  const { value: live } = reading;
  if (live === undefined) {
    if (mayBeGone) return undefined;
    return { why: `${id} was deleted since the plan was made`, remedy: "Run this again to create it." };
  }
  const other = whyOthers("project", live, organizationId);
  if (other !== undefined) return { why: `${id} stays as it is, because ${other}`, remedy: "Run plan." };
  if (!isRenamed(live, slugs)) return undefined;
  return {
    why: `${id} was renamed from ${slugs.at(-1)} to ${live.slug} since the plan was made`,
    remedy: "Run plan, and check the project.",
  };
}
