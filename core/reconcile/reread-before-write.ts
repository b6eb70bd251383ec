import { sameJson } from "../resources/canonical.ts";
import { whyOthers } from "../resources/owner.ts";
import { hasSlug } from "../resources/project-identity.ts";
import type { AttemptLog, SkipReason } from "./attempts.ts";
import { dependenciesOf, isNewer, isStale, sendsBack, singleOf, whyUnread } from "./freshness.ts";
import type { LoopRun } from "./loop-run.ts";
import { parentsOf, whyParentChanged } from "./parent-projects.ts";
import { poll } from "./poll.ts";
import { DISPUTED, putRecord, recordIn, takeSingle, type Parent } from "./read-by-id.ts";
import { partName, saysGone, singleIn, valueOf, type Part } from "./snapshot.ts";
import { covers, showsNoMore, nameOf, projectNameOf, type Step } from "./step.ts";

/**
 * The step as it is to be sent now, or why it is not sent. If what it relies on is too old, that is read again, and only what is still
 * planned is sent. Below a project that this run created nothing is read again.
 */
export async function upToDate(step: Step, log: AttemptLog, run: LoopRun): Promise<Step | SkipReason> {
  const isNew = run.created.has(step.project);
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
  const left = await whyLeftList(step, log, listed, run);
  if (left !== undefined) return left;
  if (isReadById) listed.left = run.singleObject === undefined ? await replanned(step, run) : step;
  const other = explainOther(placeOf(step), listed.record) ?? (isReadById ? takeOwn(step, run) : undefined);
  const changed = other ?? whyParentChanged(step, run) ?? whyNotLeaving(step, run);
  if (changed !== undefined) return changed;
  const isPlanned = stale.length === 0 && !dependenciesOf(step, run).some((part) => isNewer(part, run));
  return isPlanned || isNew ? step : await stillPlanned(step, listed, log, run);
}

/**
 * A project that is not in its organization's list any more may be in another one's by now: a read by its id that shows it may be late. A list with
 * an odd row says nothing. After a request of this run, it is gone, or has another name, as it should.
 */
async function whyLeftList(
  step: Step,
  log: AttemptLog,
  { record }: ListedStep,
  run: LoopRun,
): Promise<SkipReason | undefined> {
  const { observer, disputed } = run;
  if (step.kind !== "project" || log.results.size > 0 || !log.wasListed || record !== undefined) return undefined;
  if ((valueOf(observer.snapshot.projects.get(step.organizationId))?.unparseable ?? []).length > 0) return undefined;
  const project = singleOf(step);
  if (!(await run.reads(() => observer.readTogether([project])))) return stopped(run);
  const unread = whyUnread([project], run);
  if (unread !== undefined || saysGone(singleIn(observer.snapshot, project))) return unread;
  disputed.add(log);
  return { message: DISPUTED };
}

/** An update as its list shows it. */
interface ListedStep {
  readonly record: object | undefined;
  /** `undefined`: nothing is left by the list, or the object was not read by its id. */
  left?: Step | undefined;
}

/**
 * The read by its id stands for the list, unless it names another parent: then nothing is written to the object. A project that is not
 * found stays in its list, and keeps its slug: the read may be wrong.
 */
function takeOwn(step: Step, run: LoopRun): SkipReason | undefined {
  const { observer } = run;
  const read = singleIn(observer.snapshot, singleOf(step));
  const other = explainOther(placeOf(step), valueOf(read));
  if (other === undefined && !(step.kind === "project" && saysGone(read)))
    takeSingle(observer, placeOf(step), step.id ?? "");
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
  if (now === undefined)
    return isListedStill(step, run) ? CHANGED : { message: "Already as declared. Nothing was sent." };
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
  if (!covers(log.approved, now) || !isShown) return CHANGED;
  return log.approved.action === "move" ? step : now;
}

/** Why a step is not sent that the plan has otherwise by now. */
export const CHANGED: SkipReason = {
  message: "It changed since the plan was made: nothing was sent. Run this again.",
  isFailure: true,
};

/** True if what was to be deleted is still there: its key is not certain any more, so it is planned under another one. */
function isListedStill(step: Step, { observer }: LoopRun): boolean {
  return step.action === "delete" && recordIn(observer.snapshot, placeOf(step), step.id ?? "") !== undefined;
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

function placeOf({ kind, organizationId, projectId = "" }: Step): Parent {
  return { kind, organizationId, projectId };
}

function stopped({ gate }: LoopRun): SkipReason {
  return { message: String(gate.signal.reason) };
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
