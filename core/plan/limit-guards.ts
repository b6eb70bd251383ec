import type { LoadedFile } from "../file/loaded-file.ts";
import { isWithin, pathText } from "../file/position.ts";
import { SECTIONS } from "../resources/kind.ts";
import { DEFAULT_MAX_DELETES, type PlanOptions, type WriteLimit } from "./plan-options.ts";
import { nameInProject, type PlanItem, type Verdict } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

/**
 * Refuses a plan with more deletions than `max-deletes`, or more updates than `max-updates`: a file emptied by mistake must not empty the
 * service, and one wrong variable must not change every project.
 */
export function limitGuards(
  work: readonly PlannedProject[],
  items: readonly PlanItem[],
  { maxDeletes = DEFAULT_MAX_DELETES, maxUpdates }: PlanOptions,
): Verdict[] {
  const live = countLive(work);
  return [
    deletionGuard(items, allowedBy(maxDeletes, live)),
    ...(maxUpdates === undefined ? [] : [updateGuard(work, items, allowedBy(maxUpdates, live))]),
  ];
}

/** A move counts: it takes a host name from a project. */
function deletionGuard(items: readonly PlanItem[], limit: Allowed): Verdict {
  const moves = items.filter(({ action }) => action === "move").length;
  const deletes = items.filter(({ action }) => action === "delete").length + moves;
  const [one, several] = moves === 0 ? ["deletion", "deletions"] : ["move", "deletions and moves"];
  return verdictOf("max-deletes", { number: deletes, one, several }, limit);
}

function updateGuard(work: readonly PlannedProject[], items: readonly PlanItem[], limit: Allowed): Verdict {
  const updates = items.filter(({ action }) => action === "update");
  const counted = { number: updates.length, one: "update", several: "updates" };
  return verdictOf("max-updates", counted, limit, commonIn(updates, work));
}

function verdictOf(
  guard: "max-deletes" | "max-updates",
  { number, one, several }: { readonly number: number; readonly one: string; readonly several: string },
  { allowed, share }: Allowed,
  common = "",
): Verdict {
  const passed = number <= allowed;
  const message = passed
    ? `${number} of ${allowed} allowed ${several}${share}.`
    : `Refused: ${number} ${number === 1 ? `${one} exceeds` : `${several} exceed`} the limit of ${allowed}${share}.${common} If intended, set ${guard} to ${number}.`;
  return { guard, passed, message };
}

interface Allowed {
  readonly allowed: number;
  /** The share that decides, for the message. */
  readonly share: string;
}

/** The smaller of the number and the share counts. A share is rounded down. */
function allowedBy(limit: WriteLimit, live: number): Allowed {
  if (typeof limit === "number") return { allowed: limit, share: "" };
  const { number = Number.POSITIVE_INFINITY, percent } = limit;
  const ofLive = Math.floor((live * percent) / 100);
  if (number < ofLive) return { allowed: number, share: "" };
  return { allowed: ofLive, share: ` (${percent}% of ${live} live ${live === 1 ? "object" : "objects"})` };
}

/**
 * The live objects that a run covers: its projects, and what is live in the sections that their files declare, unmanaged objects
 * included, ignored ones not. In a project that could not be read only the project itself counts.
 */
function countLive(work: readonly PlannedProject[]): number {
  const projects = work.filter(({ live, isLeftOut }) => live !== undefined && isLeftOut !== true);
  const children = work.flatMap((project) => project.children).filter(({ isIgnored }) => isIgnored !== true);
  // A domain that moves is live in the project that it leaves.
  const isLive = (child: (typeof children)[number]): boolean =>
    child.live !== undefined || (child.kind === "domain" && child.from !== undefined);
  return projects.length + children.filter(isLive).length;
}

/** The variable, or else the field, that most of the updates have in common, as a sentence. Empty if they have nothing in common. */
function commonIn(updates: readonly PlanItem[], work: readonly PlannedProject[]): string {
  const files = new Map(
    work.flatMap(({ file, item, children }) =>
      [item, ...children.map((child) => child.item)].map(({ key }) => [key, file] as const),
    ),
  );
  const causes = updates.flatMap((item) => [...new Set(causesOf(item, files.get(item.key)))]);
  const [most] = [...Map.groupBy(causes, (cause) => cause)].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined || most[1].length === 1) return "";
  const [cause, { length }] = most;
  return ` In common: ${length} of ${updates.length} ${cause}.`;
}

/** Variables first: they are more than the fields that they fill. */
function causesOf(item: PlanItem, file: LoadedFile | undefined): string[] {
  const { kind, changes } = item;
  const object = kind === "component" ? pathText([SECTIONS.component, nameInProject(item)]) : kind;
  const paths = changes.map(({ path }) => `${object}.${path}`);
  const variables = [...(file?.variables.values() ?? [])].filter(({ path }) =>
    paths.some((each) => isWithin(path, each)),
  );
  return [
    ...variables.map(({ variable }) => `come from variable ${variable}`),
    ...changes.map(({ path }) => `change ${path}`),
  ];
}
