import { nameList } from "../../core/resources/name-list.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { createProblem } from "../../core/file/problem.ts";
import { limitGuards } from "../../core/plan/limit-guards.ts";
import { isAllowed } from "../../core/plan/conflicts.ts";
import type { PlanOptions } from "../../core/plan/plan-options.ts";
import {
  assemblePlan,
  blocked,
  nameInProject,
  newItem,
  type PlanItem,
  projectOf,
  withNote,
} from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import type { PlannedChild } from "../../core/plan/planned-object.ts";
import { adoptedItem, updatedItem } from "./adopted-item.ts";
import type { EngineRun, EngineStep } from "./engine.ts";
import { keepDeclared } from "./other-name.ts";
import { previousProjectKey, projectKey } from "../../core/plan/project-items.ts";

/** The plan of a run, and what the engine's preview says about it. */
interface PreviewResult {
  readonly stack: string;
  /** `undefined`: there is no such stack. */
  readonly run: EngineRun | undefined;
}

/**
 * The plan of what the engine would do: the plan tells the live objects and their changes, the preview decides what becomes of
 * each. What a run without an engine would do, and the engine does not, is blocked with the reason.
 */
export function planSteps(
  planned: PlanResult,
  { stack, run }: PreviewResult,
  files: readonly LoadedFile[],
  options: PlanOptions,
): PlanResult {
  const steps = run?.steps ?? [];
  const stepOf = stepFinder(steps);
  const { plan } = planned;
  const works = new Map(planned.projects.flatMap(({ children }) => children.map((work) => [work.item.key, work])));
  const ignored = planned.projects.flatMap(({ children }) => children.filter(({ isIgnored }) => isIgnored === true));
  const known = [...plan.items, ...ignored.map(({ item }) => item)];
  const found = [...plan.items, ...unlisted(known, steps)].map((item) =>
    planItem(item, works.get(item.key), stepOf(item), { stack, run }, options),
  );
  const kept = ignored.flatMap(({ item }) => keepIgnored(item, stepOf(item), stack));
  const items = refuseMoves(keepWithContent(keepDeclared([...found, ...kept], steps, stack)), stack);
  const byName = new Map(items.map((item) => [nameOf(item), item]));
  const message = `Stack ${stack} is new: its first apply creates it, and adopts what exists.`;
  const newIn = run === undefined ? files.slice(0, 1) : [];
  const problems = newIn.map(({ project }) => createProblem("warning", project.position, [], message));
  return {
    ...planned,
    projects: planned.projects.map((project) => ({
      ...project,
      children: project.children.map((child) => doneByStack(child, byName.get(nameOf(child.item)) ?? child.item)),
    })),
    plan: assemblePlan(items, {
      ...plan,
      guards: limitGuards(planned.projects, items, options),
      problems: [...plan.problems, ...problems],
    }),
  };
}

/** The engine's action for an object. Its item has more changes than the plan's if it sends hidden secrets. */
function doneByStack(child: PlannedChild, item: PlanItem): PlannedChild {
  if (child.kind !== "component") return { ...child, item };
  return { ...child, item, forceSecrets: item.changes.length > child.item.changes.length };
}

/** Finds the step of an item. */
export function stepFinder(
  steps: readonly EngineStep[],
): (item: Pick<PlanItem, "kind" | "key">) => EngineStep | undefined {
  const byName = new Map(steps.map((step) => [nameOf(step), step]));
  return (item) => byName.get(nameOf(item));
}

function planItem(
  item: PlanItem,
  work: PlannedChild | undefined,
  step: EngineStep | undefined,
  { stack, run }: PreviewResult,
  options: PlanOptions,
): PlanItem {
  // Without a stack, an update creates it, and adopts what exists.
  const does = step?.action ?? (run === undefined ? "create" : undefined);
  // A preview that fails does not come to every object. Its plan is not applied.
  const isCutOff = step === undefined && run?.steps.some(({ status }) => status === "failed") === true;
  if (isCutOff || item.action === "blocked") return item;
  if (step?.status === "failed") return blocked(item, step.message ?? "The engine's preview failed.");
  if (does === "replace") {
    return blocked(item, `Stack ${stack} would delete it and create it again. pulumi preview shows the reason.`);
  }
  const isOther = item.id !== undefined && step?.id !== undefined && step.id !== item.id && item.kind !== "domain";
  if (isOther && (does === "update" || does === "same")) {
    const [has, is] = [step.id, item.id];
    return blocked(
      item,
      `Stack ${stack} has it as ${has}, and ${item.key} is ${is}. If the file means ${has}, rename or delete ${is}. If not, run pulumi state delete for ${has}.`,
    );
  }
  switch (item.action) {
    case "create":
      if (does === "create") return item;
      return blocked(item, step?.id === undefined ? unlike(stack) : misnamed(item, step.id, stack));
    case "update":
      if (does === "create") return adoptedItem(item, work);
      return does === "update" && step !== undefined
        ? updatedItem(item, work, step.settings)
        : blocked(item, unlike(stack));
    case "unchanged":
      if (does === "create" && (step !== undefined || item.id !== undefined)) return adoptedItem(item, work);
      return does === "update" && step !== undefined ? updatedItem(item, work, step.settings) : item;
    case "unmanaged": {
      if (does === "forget") return withNote(item, `Stack ${stack} forgets it.`);
      if (does !== "delete") return item;
      const organization = item.key.split("/", 1).join("");
      if (isAllowed(organization, options)) return { ...item, action: "delete" };
      return blocked(item, `Stack ${stack} would delete it, and this run may not change ${organization}.`);
    }
    case "delete":
      if (does === "delete") return item;
      if (item.source === null) return { ...withNote(item, keptBecause(does, stack)), action: "unmanaged" };
      return blocked(item, keptBecause(does, stack));
    case "move":
      return blocked(item, "A stack cannot move a domain between projects. Apply the move without an engine first.");
  }
}

/** An object that a file ignores has an item only if the stack would delete it. */
function keepIgnored(item: PlanItem, step: EngineStep | undefined, stack: string): PlanItem[] {
  if (!isDeletion(step)) return [];
  const reason = `Its file ignores it, and stack ${stack} would delete it. Apply its line without prune first: then the stack forgets it.`;
  return [blocked(item, reason)];
}

/** A project is not deleted with anything in it that stays. */
function keepWithContent(items: readonly PlanItem[]): PlanItem[] {
  const kept = Map.groupBy(
    items.filter(({ kind, action }) => kind !== "project" && action !== "delete" && action !== "create"),
    projectOf,
  );
  return items.map((item) => {
    const content = item.kind === "project" && item.action === "delete" ? (kept.get(item.key) ?? []) : [];
    if (content.length === 0) return item;
    const names = nameList(content.map(nameInProject));
    return blocked(item, `It holds ${names}, which the stack does not delete. Delete the project without an engine.`);
  });
}

/** Pulumi attaches before it detaches: the host name would be refused to the one project, and then taken from the other. */
function refuseMoves(items: readonly PlanItem[], stack: string): PlanItem[] {
  const domains = items.filter(({ kind }) => kind === "domain");
  const owners = new Map(
    domains.filter(({ action }) => action === "delete").map((item) => [nameInProject(item), projectOf(item)]),
  );
  return items.map((item) => {
    const owner = item.kind === "domain" && item.action === "create" ? owners.get(nameInProject(item)) : undefined;
    if (owner === undefined) return item;
    const remedy = "If the project was renamed, declare previous_slug. Otherwise apply the removal first.";
    return blocked(item, `Stack ${stack} would detach it from ${owner} only after this. ${remedy}`);
  });
}

function unlike(stack: string): string {
  return `Stack ${stack} does not make this change. Run pulumi refresh for it, or apply without an engine.`;
}

/** The stack has what the plan would create: most likely, somebody has renamed the project at the service. */
function misnamed({ kind, key }: PlanItem, id: string, stack: string): string {
  return kind === "project"
    ? `Stack ${stack} has it as ${id}, and ${key} does not exist. If ${id} was renamed, declare its slug there as previous_slug.`
    : `Stack ${stack} has it, and ${projectOf({ key })} does not exist, or does not show it. If its project was renamed, declare previous_slug. If it was not, run this again, or apply without an engine.`;
}

function keptBecause(does: EngineStep["action"] | undefined, stack: string): string {
  return does === "forget"
    ? `Stack ${stack} only forgets it, because the last apply was without prune for it. Apply the line with prune first, or delete it without an engine.`
    : `It is not in stack ${stack}, which deletes only its own objects. Delete it without an engine.`;
}

/** Items for the objects of the stack that no file declares any more, and for other objects that failed. */
export function unlisted(items: readonly PlanItem[], steps: readonly EngineStep[]): PlanItem[] {
  const known = new Set(items.map(nameOf));
  return steps
    .filter((step) => !known.has(nameOf(step)))
    .filter((step) => step.status === "failed" || step.action === "forget" || isDeletion(step))
    .map(({ kind, key, id }) => newItem(kind, key, "unmanaged", { id }));
}

function isDeletion(step: EngineStep | undefined): boolean {
  return step?.action === "delete" || step?.action === "replace";
}

/**
 * Gives a step the key that a plan has for its object, unless that is the name of another step: one of `taken`. A stack names an object as
 * it was declared: a project that is renamed, and what is in it, by the previous slug; a component that no file declares any more by its
 * slug, also if the service shows only its id.
 */
export function namesOfPlan(
  items: readonly PlanItem[],
  files: readonly LoadedFile[],
): (step: EngineStep, taken?: ReadonlySet<string>) => EngineStep {
  const known = new Set(items.map(nameOf));
  // A host name is an id only in its project.
  const keys = new Map(
    items.flatMap(({ kind, key, id }) => (kind === "domain" || id === undefined ? [] : [[`${kind} ${id}`, key]])),
  );
  const renamed = new Map(files.map((file) => [previousProjectKey(file), projectKey(file)]));
  return (step, taken) => {
    if (known.has(nameOf(step))) return step;
    const { kind, key, id } = step;
    const project = projectOf({ key });
    const planned = keys.get(`${kind} ${id}`) ?? `${renamed.get(project) ?? project}${key.slice(project.length)}`;
    const name = nameOf({ kind, key: planned });
    return known.has(name) && taken?.has(name) !== true ? { ...step, key: planned } : step;
  };
}
