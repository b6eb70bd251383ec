import { unknownHostNames, type LoadedFile } from "../file/loaded-file.ts";
import { missingVariableProblem } from "../file/missing-variables.ts";
import type { Problem } from "../file/problem.ts";
import type { Planning } from "../reconcile/observe.ts";
import type { ForceSecrets } from "../reconcile/loop-run.ts";
import type { Snapshot } from "../reconcile/snapshot.ts";
import { planIn, viewOf, type View } from "../reconcile/snapshot-view.ts";
import { limitGuards } from "./limit-guards.ts";
import { projectKey } from "./project-items.ts";
import { planMoves } from "./moves.ts";
import { orderRenames } from "./order-renames.ts";
import { noteTakenNames } from "./taken-names.ts";
import { leaveOut, missingValues, selectObjects, type Selection, type Scope } from "./select-objects.ts";
import type { PlanOptions } from "./plan-options.ts";
import { assemblePlan, type Plan, type PlanItem } from "./plan.ts";
import { planFile, type FilePlan } from "./plan-project.ts";
import type { PlannedProject } from "./planned-object.ts";
import { coveredWork } from "./covered-work.ts";
import { fewFields, noteCreationTimes, warnOfEmptyOrganizations } from "./reader-notes.ts";

/*
 * The table of a plan: what a file declares, what is live, and the action. A test plays each row (test/plan/actions.test.ts).
 *
 * project   | a project                        | nothing with its slug                   | create
 * project   | a project                        | as declared                             | unchanged
 * project   | a project                        | a declared field differs                | update
 * project   | a project                        | two with its slug                       | blocked
 * project   | a project                        | one whose slug is similar               | blocked
 * project   | a project                        | another organization's, in the list     | blocked
 * project   | a project                        | its list cannot be read                 | blocked
 * project   | `must_exist`                     | nothing with its slug                   | blocked
 * project   | an `id`                          | the project of that id                  | unchanged
 * project   | an `id`                          | nothing of that id                      | blocked
 * project   | an `id`                          | that project, with another slug         | update
 * project   | an `id`                          | its slug at one that gets another slug  | update
 * project   | an `id`                          | its slug at one that gets its old slug  | blocked
 * project   | an `id`                          | its slug at one that is removed         | update
 * project   | `previous_slug`                  | only the earlier slug                   | update
 * project   | `previous_slug`                  | both slugs                              | blocked
 * project   | `previous_slug`                  | its slug at one that gets another slug  | update
 * project   | `previous_slug`                  | its slug at one that gets its old slug  | blocked
 * project   | `previous_slug`                  | both slugs, the earlier one declared    | unchanged
 * project   | `previous_slug`                  | its slug at one that is removed         | update
 * project   | `absent`                         | nothing with its slug                   | unchanged
 * project   | `absent`                         | it, with nothing in it                  | delete
 * project   | `absent`                         | it, with something in it                | blocked
 * project   | `absent`, with `prune: all`      | it, with something in it                | delete
 * component | a component                      | nothing of it                           | create
 * component | a component                      | as declared                             | unchanged
 * component | a component                      | a declared field differs                | update
 * component | a component                      | two of it                               | blocked
 * component | a component                      | one without a name                      | blocked
 * component | a component                      | its project is blocked                  | blocked
 * component | a component                      | an update could lose a secret           | blocked
 * component | `absent`                         | nothing of it                           | unchanged
 * component | `absent`                         | it                                      | delete
 * component | no section                       | one                                     | (none)
 * component | a section without it             | one                                     | unmanaged
 * component | a section without it, pruned     | one                                     | delete
 * component | a section without it, pruned     | one that names another project          | blocked
 * component | `ignore`, pruned                 | one                                     | (none)
 * domain    | a domain                         | nothing of it                           | create
 * domain    | a domain                         | as declared                             | unchanged
 * domain    | a domain                         | at a project whose file lets it go      | move
 * domain    | a domain                         | at a project whose file has no section  | blocked
 * domain    | a domain                         | one with a port                         | blocked
 * domain    | `absent`                         | nothing of it                           | unchanged
 * domain    | `absent`                         | it                                      | delete
 * domain    | a section without it             | one                                     | unmanaged
 * domain    | a section without it, pruned     | one                                     | delete
 */

/** A plan, and what applying it needs. */
export interface PlanResult {
  readonly plan: Plan;
  readonly projects: readonly PlannedProject[];
  /** Throws an error of the client if no project could be read, and InvalidRequestError if `only` matches nothing. */
  readonly check: () => void;
}

/** Plans as pure functions of what was read of the service. Each says what to read first, if something is missing. */
export interface Planner {
  /** The number of projects that a plan reads. */
  readonly projects: number;
  /** The whole plan. `forceSecrets`: default: as the options say. */
  all(snapshot: Snapshot, forceSecrets?: ForceSecrets): Planning<PlanResult>;
  /** The projects of the whole plan, for what is left to write: without the notes that only readers need. */
  work(snapshot: Snapshot, forceSecrets: ForceSecrets): Planning<readonly PlannedProject[]>;
  /** The plan of one project alone, by its key. It takes no notice of moves. */
  project(key: string, snapshot: Snapshot, forceSecrets: ForceSecrets): Planning<PlannedProject | undefined>;
}

/**
 * Compares files with the service and plans what a run would do. Needs the projects of each organization, two lists per project
 * found, each catalogue entry once, and single records where a list leaves out a declared field; with `only`, as little as that
 * needs. What the service does not answer blocks the project that it concerns.
 */
export function createPlanner(files: readonly LoadedFile[], origin: string, options: PlanOptions = {}): Planner {
  const selection = selectObjects(files, options.only);
  const planOne = planOncePerView(options, selection);
  const byKey = new Map(selection.files.map((file) => [projectKey(file), file]));
  const asDeclared: ForceSecrets = () => options.rewriteSecrets === true;
  function together<Made>(
    snapshot: Snapshot,
    forceSecrets: ForceSecrets,
    make: (planned: readonly FilePlan[], scope: Scope) => Made,
  ): Planning<Made> {
    const ofFiles = selection.files.map((file) => planOne(file, snapshot, forceSecrets));
    const planned = ofFiles.flatMap((each) => ("plan" in each ? each.plan : []));
    // Moves and conflicts need the plans of all projects.
    if (planned.length < ofFiles.length)
      return { needs: ofFiles.flatMap((each) => ("plan" in each ? [] : each.needs)) };
    const view = viewOf(snapshot);
    return planIn(view, () => make(planned, { view, options, selection, forceSecrets }));
  }
  return {
    projects: selection.files.length,
    all: (snapshot, forceSecrets = asDeclared) =>
      together(snapshot, forceSecrets, (planned, scope) => planTogether(planned, files, origin, scope)),
    work: (snapshot, forceSecrets) =>
      together(snapshot, forceSecrets, (planned, scope) =>
        orderedWork(coveredWork(planned, files, selection), files, scope),
      ),
    project: (key, snapshot, forceSecrets) => {
      const file = byKey.get(key);
      if (file === undefined) return { plan: undefined };
      const planned = planOne(file, snapshot, forceSecrets);
      return "plan" in planned ? { plan: leaveOut(planned.plan.project, selection) } : planned;
    },
  };
}

/** Cache: a file is planned again only if something changed that its plan has seen. */
function planOncePerView(
  options: PlanOptions,
  selection: Selection,
): (file: LoadedFile, snapshot: Snapshot, forceSecrets: ForceSecrets) => Planning<FilePlan> {
  const known = new Map<LoadedFile, { view: View; forced: Map<string, boolean>; planned: Planning<FilePlan> }>();
  return (file, snapshot, forceSecrets) => {
    const before = known.get(file);
    const isSame = before?.view.isSameIn(snapshot) && [...before.forced].every(([key, is]) => forceSecrets(key) === is);
    if (before !== undefined && isSame) return before.planned;
    const view = viewOf(snapshot);
    const forced = new Map<string, boolean>();
    const asking: ForceSecrets = (key) => {
      const is = forceSecrets(key);
      forced.set(key, is);
      return is;
    };
    const planned = planIn(view, () => planFile(file, { view, options, selection, forceSecrets: asking }));
    known.set(file, { view, forced, planned });
    return planned;
  };
}

function planTogether(
  planned: readonly FilePlan[],
  files: readonly LoadedFile[],
  origin: string,
  scope: Scope,
): PlanResult {
  const { options, selection } = scope;
  const unreadable = planned.flatMap((each) => each.unreadable ?? []);
  const covered = coveredWork(planned, files, selection);
  const named = noteTakenNames(orderedWork(covered, files, scope), scope);
  const projects = options.decideSweep === undefined ? noteCreationTimes(named) : named;
  const items = projects.flatMap(itemsOf);
  // A host name that moves has an item at its new project only.
  const ignored = covered.flatMap(({ children }) => children.filter(({ isIgnored }) => isIgnored === true));
  const seen = [...covered.flatMap(itemsOf), ...items, ...ignored.map(({ item }) => item)];
  const problems = [
    ...warnOfEmptyOrganizations(covered, scope.view),
    ...planned.flatMap((each) => each.problems),
    ...unknownNames(selection),
  ];
  const unset = missingValues(selection).length;
  const parents = projects.flatMap(({ item: { key }, live, isLeftOut = false }) =>
    isLeftOut && live !== undefined ? [{ key, id: live.id }] : [],
  );
  const children = projects.flatMap((project) => project.children);
  const hidden = children.reduce((sum, child) => sum + ((child.kind === "component" && child.hidden) || 0), 0);
  return {
    plan: assemblePlan(items, {
      origin,
      guards: limitGuards(projects, items, options),
      problems,
      only: options.only,
      leftOut: options.only && selection.leftOut,
      parents: parents.length > 0 ? parents : undefined,
      ignored: ignored.length || undefined,
      unset: unset || undefined,
      hidden: hidden || undefined,
      fewFields: options.decideSweep === undefined ? fewFields(projects) : undefined,
    }),
    projects,
    check: () => {
      const [first] = unreadable;
      if (first !== undefined && unreadable.length === planned.length) throw first;
      selection.checkMatches(seen);
    },
  };
}

/** The plans of all projects, as far as they depend on each other. */
function orderedWork(
  covered: readonly PlannedProject[],
  files: readonly LoadedFile[],
  scope: Scope,
): readonly PlannedProject[] {
  return orderRenames(planMoves(covered, files, scope), scope.options);
}

function itemsOf({ item, children, isLeftOut = false }: PlannedProject): PlanItem[] {
  const shown = children.filter(({ isIgnored }) => isIgnored !== true);
  return [...(isLeftOut ? [] : [item]), ...shown.map((child) => child.item)];
}

/** Host names that are not known in this run may be covered. Elsewhere, the plan notes them on their project. */
function unknownNames({ files, covers }: Selection): Problem[] {
  return files
    .filter((file) => !covers(projectKey(file)))
    .flatMap(unknownHostNames)
    .map(missingVariableProblem("warning"));
}
