import { isNotFound } from "../api/errors.ts";
import { FRESH } from "../api/retry.ts";
import { SECTIONS } from "../resources/kind.ts";
import type { SkipReason } from "./attempts.ts";
import type { LoopRun } from "./loop-run.ts";
import { listsIn, partName, projectsPart, readingOf, singlePart, type Part, type SinglePart } from "./snapshot.ts";
import { isDeletionOfProject, type Step } from "./step.ts";

/* What a write relies on, and how old that is. */

/** Least milliseconds for a write to be sent after it was decided. */
const LEAST_TIME = 1_000;

/** True if a part was read too long ago for a write to rely on it. */
export function isTooOld(part: Part, run: LoopRun): boolean {
  return timeSince(part, run) > FRESH - LEAST_TIME;
}

/** The parts that a write relies on. */
export function dependenciesOf(step: Step, run: LoopRun): Part[] {
  const { kind, action, from, sendsLive, projectId, organizationId, changes } = step;
  // A new project relies on the list that does not show it.
  if (projectId === undefined) return [projectsPart(organizationId)];
  const own = singleOf(step);
  const list: Part[] = kind === "project" ? [] : [{ of: SECTIONS[kind], key: projectId }];
  // A single object: a create relies on the list, an update on the object, a deletion on nothing.
  if (run.singleObject !== undefined) {
    if (action === "create") return list;
    return action === "delete" ? [] : [own];
  }
  // The project is always read by its id: a list may lag.
  const left = (["project", "domains"] as const).map((of): Part => ({ of, key: from?.projectId ?? "" }));
  return [
    { of: "project", key: projectId },
    ...list,
    ...(from === undefined ? [] : left),
    ...(sendsLive ? [own] : []),
    // Another project may have the new slug by now.
    ...(kind === "project" && changes.some(({ path }) => path === "slug") ? [projectsPart(organizationId)] : []),
  ];
}

export function isStale(part: Part, step: Step, run: LoopRun): boolean {
  // In a project that this run created, only the project that a host name leaves is older.
  if (run.created.has(step.project) && part.key !== step.from?.projectId) return false;
  const isOfObject = part.of === step.kind || (step.kind !== "project" && part.of === SECTIONS[step.kind]);
  return (sendsBack(step, run) && isOfObject) || isTooOld(part, run);
}

/** True if a part was read after the step was planned, for another one. A project by its id is compared above. */
export function isNewer(part: Part, { observer: { snapshot }, plannedAt }: LoopRun): boolean {
  return part.of !== "project" && (readingOf(snapshot, part)?.at ?? 0) > plannedAt.time;
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
export function sendsBack({ sendsLive }: Step, { singleObject }: LoopRun): boolean {
  return sendsLive && singleObject === undefined;
}

export function singleOf({ kind, projectId = "", id = "" }: Step): SinglePart {
  return singlePart(kind, projectId, id);
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
