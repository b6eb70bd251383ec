import pLimit from "p-limit";
import { FRESH } from "../api/retry.ts";
import { deleteProjects, organizationsOf, projectIdOf } from "./delete-projects.ts";
import { ageOf, freshUntil, isTooOld, whyUnread } from "./freshness.ts";
import { isAnswered, isMadeByOthers, type AttemptLog, type WriteResult } from "./attempts.ts";
import { DISPUTED, replanById } from "./read-by-id.ts";
import { CHANGED } from "./reread-before-write.ts";
import type { LoopRun } from "./loop-run.ts";
import { isListed, sendCreate } from "./send-create.ts";
import { attempt, entryOf, hold, sendStep, whileLate, writeChild, type WriteRound } from "./send-step.ts";
import { isStale, isThrottled, MOST_ATTEMPTS, pauseIsOver } from "./throttled.ts";
import { hasSlug } from "../resources/project-identity.ts";
import { partName, projectsPart, valueOf } from "./snapshot.ts";
import { covers, isDeletionOfProject, nameOf, projectNameOf, type RemainingPlan, type Step } from "./step.ts";
import { createProject, updateProject } from "./write.ts";

/** Milliseconds: in Pulumi, the projects that are created in one moment share a list. */
const FRESH_LIST = 500;

/** Least writes that are prepared at the same time, and for each that a client sends at once: those of a project wait for one read of it. */
const LEAST_PREPARED = 64;
const PREPARED = 8;

/** True if it cannot be told whether the project of an object is there. */
export function isInDisputed(step: Step, { logs, disputed }: LoopRun): boolean {
  const project = logs.get(projectNameOf(step));
  return project !== undefined && disputed.has(project);
}

/** True if the project of an object is one that somebody else has created, and that is not adopted: nothing is written there. */
export function isInOthers(step: Step, { steps }: RemainingPlan, { logs, created }: LoopRun): boolean {
  const made = created.get(step.project);
  if (made !== undefined && step.projectId !== undefined && step.projectId !== made) return true;
  const name = projectNameOf(step);
  const project = logs.get(name);
  const left = steps.get(name);
  const isOthers = project !== undefined && left?.action === "update" && isMadeByOthers(project, left.id);
  return step.kind !== "project" && isOthers;
}

/**
 * Sends each step once, in its order: renames and creates of projects, what is in projects, deletions of projects. Projects are written in
 * parallel. Returns what was tried.
 */
export async function writeRound(steps: readonly Step[], run: LoopRun): Promise<readonly AttemptLog[]> {
  const round: WriteRound = {
    run,
    turn: pLimit(Math.max(LEAST_PREPARED, PREPARED * run.client.inTurn.concurrency)),
    touched: new Set(),
    throttled: { since: Number.POSITIVE_INFINITY, isStrict: false },
  };
  const planned = await withNewLists(steps, run);
  const byProject = [...Map.groupBy(planned, ({ project }) => project).values()];
  const deletions = byProject.filter((all) => all.some(isDeletionOfProject));
  const others = byProject.filter((all) => !deletions.includes(all));
  /** The moves that leave a project, by its id. */
  const leaving = new Map<string, Promise<void>[]>();
  const written = others.map((all) => writeProject(all, leaving, round));
  const isLeft = (all: readonly Step[]): boolean => leaving.has(projectIdOf(all));
  await Promise.all([
    ...written,
    deleteProjects(
      deletions.filter((all) => !isLeft(all)),
      [],
      round,
    ),
    ...deletions.filter(isLeft).map((all) => deleteProjects([all], leaving.get(projectIdOf(all)) ?? [], round)),
  ]);
  return [...round.touched];
}

/** Before projects are created, their organization's list is read once more: somebody may have created one meanwhile. */
async function withNewLists(steps: readonly Step[], run: LoopRun): Promise<readonly Step[]> {
  run.plannedAt.time = run.client.now();
  const creates = steps.filter(({ kind, action }) => kind === "project" && action === "create");
  if (creates.length === 0) return steps;
  const lists = organizationsOf(creates).filter(
    (part) => run.singleObject === undefined || ageOf(part, run) > FRESH_LIST,
  );
  if (lists.length === 0) return steps;
  if (!(await run.reads(() => run.observer.readTogether(lists)))) return [];
  // A list that goes back in time may show a project that has another slug by now.
  const remaining = await replanById([], run);
  if (remaining === undefined) return [];
  return steps.flatMap((step) => {
    const log = entryOf(step, run);
    const now = remaining.steps.get(nameOf(step));
    const blocker = remaining.blockers.get(nameOf(step));
    const isCreate = step.kind === "project" && step.action === "create";
    const unread = isCreate ? whyUnread(organizationsOf([step]), run) : undefined;
    if (blocker !== undefined) log.skipped = { message: blocker.error.message, isFailure: !blocker.isUnread };
    if (isInDisputed(step, run)) {
      hold([step], DISPUTED, run);
      return [];
    }
    if (isInOthers(step, remaining, run)) {
      hold([step], "Its project appeared since the plan was made: nothing was sent. Run plan.", run);
      return [];
    }
    if (unread !== undefined) {
      hold([step], unread.message, run);
      return [];
    }
    if (now === undefined) {
      if (step.action !== "create") log.skipped ??= CHANGED;
      return [];
    }
    if (covers(log.approved, now)) return [now];
    log.skipped = CHANGED;
    return [];
  });
}

/** Writes a project and then what is in it. Moves begin at once, and the rest does not wait for them. */
async function writeProject(
  steps: readonly Step[],
  leaving: Map<string, Promise<void>[]>,
  round: WriteRound,
): Promise<void> {
  const project = steps.find(({ kind }) => kind === "project");
  const children = steps.filter(({ kind }) => kind !== "project");
  const ready = project === undefined ? Promise.resolve() : writeOwn(project, round);
  const writes = children.map((child) => ready.then(() => writeChild(child, round)));
  for (const [index, { from }] of children.entries()) {
    const writing = writes[index];
    if (from === undefined || writing === undefined) continue;
    leaving.set(from.projectId, [...(leaving.get(from.projectId) ?? []), writing]);
  }
  await Promise.all([ready, ...writes]);
}

async function writeOwn(step: Step, round: WriteRound): Promise<void> {
  const { run } = round;
  const log = entryOf(step, run);
  if (step.awaits !== undefined && !hasGivenUpSlug(step.awaits, step, run))
    return hold([step], `It waits for ${step.awaits} to give up its slug. Run this again.`, run);
  if (step.action !== "create") return sendStep(step, log, round);
  await createOwn(step, log, round);
  const { id, projectId } = log;
  if (!isAnswered(log, "create") || id === undefined) return;
  log.projectId = projectId ?? id;
  run.created.set(step.project, id);
  await sendSettings(step, log, id, round);
}

/** True if a read of another project by its id shows that it gave up a slug, which a list may still show. */
function hasGivenUpSlug(id: string, { body }: Step, { observer }: LoopRun): boolean {
  const { slug = "" } = valueOf(observer.snapshot.project.get(id)) ?? {};
  return slug !== "" && !hasSlug({ slug }, String(body["slug"]));
}

/** Creates a project, as long as its organization's list, read at most five seconds ago, does not show it. */
async function createOwn(step: Step, log: AttemptLog, round: WriteRound): Promise<void> {
  const { run } = round;
  const list = projectsPart(step.organizationId);
  const place = { projectId: "", known: idsOfProjects(step, run) };
  const creating = (isLookedUp: boolean) =>
    attempt(step, log, "create", round, () =>
      sendCreate(step, log, place, run, (isAgain) => {
        const startsBy = isLookedUp ? run.client.now() + FRESH : freshUntil(step, run);
        // After a pause, it was looked up a moment ago.
        const gated = isAgain ? run.gated : run.gated.withWritesBy(startsBy, isLookedUp);
        return createProject(gated, step, place.known);
      }),
    );
  const creatingIfUnlisted = async (): Promise<WriteResult | undefined> => {
    const { observer } = run;
    if (run.gate.signal.aborted) return undefined;
    if (isTooOld(list, run) && !(await run.reads(() => observer.readTogether([list])))) return undefined;
    const isUnlisted = !observer.unread.has(partName(list)) && !isListed(step, place, observer.snapshot);
    return isUnlisted ? creating(true) : undefined;
  };
  let result = await creating(false);
  for (let attempts = 1; result !== undefined && isStale(result) && attempts < MOST_ATTEMPTS; attempts += 1)
    result = await run.client.inTurn(creatingIfUnlisted);
}

async function sendSettings(step: Step, log: AttemptLog, id: string, round: WriteRound): Promise<void> {
  const { settings = {} } = step;
  if (Object.keys(settings).length === 0) return;
  const { run } = round;
  const began = run.client.now();
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt(step, log, "settings", round, () =>
      whileLate(run.gated, id, () => updateProject(run.gated, id, settings)),
    );
    if (result === undefined || !isThrottled(result, run) || !(await pauseIsOver(attempts, run, began))) return;
  }
}

function idsOfProjects({ organizationId }: Step, { observer }: LoopRun): ReadonlySet<string> {
  return new Set(valueOf(observer.snapshot.projects.get(organizationId))?.records.map(({ id }) => id));
}
