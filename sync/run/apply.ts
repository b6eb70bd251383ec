import { causeOf } from "../../core/api/cause.ts";
import type { Client } from "../../core/api/client.ts";
import { isConflict } from "../../core/api/errors.ts";
import type { AttemptLog } from "../../core/reconcile/attempts.ts";
import type { Observer, Planning } from "../../core/reconcile/observe.ts";
import { DetachedError } from "../../core/reconcile/detached-host-name.ts";
import { objectOutcome } from "../../core/reconcile/object-outcome.ts";
import type { ObjectOutcome } from "../../core/reconcile/outcome.ts";
import { reconcile, type ReconcileResult, type ReconcileOptions } from "../../core/reconcile/reconcile.ts";
import type { Plans } from "../../core/reconcile/loop-run.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { AttachedDomain } from "../../core/reconcile/await-domains.ts";
import { isOtherRecord } from "../../core/resources/failures.ts";
import { isWritten, nameInProject, type PlanItem, refusals } from "../../core/plan/plan.ts";
import type { PlanResult, Planner } from "../../core/plan/planner.ts";
import { lostIn, remainingPlanIn, remainingPlanOf } from "../../core/plan/remaining-plan.ts";
import type { PlannedChild } from "../../core/plan/planned-object.ts";
import { type ApplySummary, assembleApplied, type ItemOutcome, StepError } from "../report/item-outcome.ts";
import { ownerFinder } from "./taken-name.ts";
import { explain } from "../../core/reconcile/explain.ts";
import type { Change } from "../../core/resources/kind.ts";
import { holds, SECRET } from "../../core/resources/hidden-value.ts";
import { fieldOf } from "../../core/resources/project-fields.ts";
import { hideSensitive } from "../../core/resources/sensitive-values.ts";

/** Longest stored value that a message shows: half a secret would not be found any more. */
const MAX_LENGTH = 200;

/** An outcome in words for the user. Empty if there is nothing to say. */
function explainBecame(item: PlanItem, outcome: ObjectOutcome): string {
  const { error, left, notes } = outcome;
  const hidden = new Set(item.changes.flatMap(({ path, to }) => (to === SECRET ? [path] : [])));
  const said = [error, error?.cause].find((each) => each instanceof StepError);
  const why = said ?? explain(item, outcome, ({ path }) => hidden.has(path));
  const stored =
    error === undefined && left !== undefined ? left.changes.flatMap((change) => describeStored(change, item)) : [];
  return [why?.message, stored.length === 0 ? undefined : `It stored ${stored.join(", ")}.`, ...notes]
    .filter((part) => part !== undefined)
    .join(" ");
}

function describeStored({ path, from }: Change, { kind, changes }: PlanItem): string[] {
  const planned = changes.find((change) => change.path === path);
  if (planned === undefined || holds(planned.to, SECRET) || holds(planned.from, SECRET)) return [];
  // The catalogue describes texts, numbers and booleans: anything else may hold anything.
  if (kind === "component" && typeof (from ?? "") === "object") return [];
  const stored = hideSensitive(kind === "project" ? fieldOf(path) : undefined, from, null, path).from;
  const text = JSON.stringify(stored);
  // In a text that is written in another one, a secret has escapes of escapes.
  const isNested = text.includes(String.raw`\\`);
  const shown = isNested || text.length > MAX_LENGTH ? `a value of ${text.length} characters` : text;
  return [`${path} as ${(from ?? null) === null ? "nothing" : shown}`];
}

interface ApplyOptions {
  /** Stops new writes; running ones are finished. */
  readonly signal?: AbortSignal | undefined;
  /** Called when an object was written for the first time. */
  readonly onWritten: () => void;
  /** An engine that writes in place of this process. */
  readonly writeOnce?: ReconcileOptions["writeOnce"] | undefined;
}

/** The origin of a plan: its planner, and the observer with what was read for it. */
export interface PlanSource {
  readonly planner: Planner;
  readonly observer: Observer;
}

interface ApplyResult {
  readonly applied: ApplySummary;
  /** The domains that were attached, by the key of their items. */
  readonly attached: ReadonlyMap<string, AttachedDomain>;
}

/** Carries out a plan. Returns when the service shows what was written. Throws only if the plan may not be applied. */
export async function apply(
  { plan, projects }: PlanResult,
  { planner, observer }: PlanSource,
  client: Client,
  { signal, onWritten, writeOnce }: ApplyOptions,
): Promise<ApplyResult> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const plans: Plans = {
    all: (snapshot, forceSecrets) => mapPlan(planner.work(snapshot, forceSecrets), remainingPlanOf),
    project: (key, snapshot, forceSecrets) =>
      mapPlan(planner.project(key, snapshot, forceSecrets), (again) =>
        again === undefined ? remainingPlanOf([]) : remainingPlanIn(again),
      ),
    lost: (step, before, after) => lostIn(projects, step, before, after),
  };
  const resent = new Set(projects.flatMap(({ children }) => children.filter(isResent)).map(({ item }) => item.key));
  const approved = remainingPlanOf(projects);
  // What appears after the plan is not in it.
  const steps = new Map([...approved.steps].map(([name, step]) => [name, { ...step, adopts: false }]));
  const run = await reconcile(client, { ...approved, steps }, observer, plans, {
    ...(signal === undefined ? {} : { signal }),
    ...(writeOnce === undefined ? {} : { writeOnce }),
    onWritten,
    rewriteSecrets: (key) => resent.has(key),
  });
  const findOwner = ownerFinder(client, [...new Set(projects.map(({ declared }) => declared.organization_id))]);
  const ended = plan.items.filter(isWritten).flatMap((item) => {
    const log = run.logs.get(nameOf(item));
    return log === undefined ? [] : [{ item, log, outcome: objectOutcome(log, run) }];
  });
  const outcomes = await Promise.all(
    ended.map(async ({ item, log, outcome }) => outcomeOf(item, ...(await withOwner(log, outcome)))),
  );
  return {
    applied: assembleApplied(outcomes),
    attached: new Map(ended.flatMap(({ item, log, outcome }) => attachedBy(item, log, outcome, run))),
  };

  /** And who has a host name that the service says is taken, or that left its project and did not arrive. */
  async function withOwner(
    { projectId, approved }: AttemptLog,
    outcome: ObjectOutcome,
  ): Promise<[outcome: ObjectOutcome, owner: string]> {
    const { status, error } = outcome;
    const { kind, action, from } = approved;
    const isNowhere = error instanceof DetachedError;
    const isRefused = status === "failed" && (action === "create" ? isConflict(error) : isNowhere);
    if (kind !== "domain" || action === "delete" || !(isRefused || isOtherRecord(error))) return [outcome, ""];
    const { id, sentence } = await findOwner(nameInProject(approved));
    // A list that lags may show it at its own two projects, where it is not.
    if (isNowhere && id !== undefined && [projectId, from?.projectId].includes(id)) return [outcome, ""];
    if (isNowhere && id !== undefined) return [{ ...outcome, error: new Error(error.reason) }, ` ${sentence}`];
    return [outcome, id === undefined && !isRefused ? "" : ` ${sentence}`];
  }
}

function isResent(child: PlannedChild): boolean {
  return child.kind === "component" && child.forceSecrets === true;
}

function mapPlan<Plan, Result>(planning: Planning<Plan>, map: (plan: Plan) => Result): Planning<Result> {
  return "plan" in planning ? { plan: map(planning.plan) } : planning;
}

function outcomeOf(item: PlanItem, outcome: ObjectOutcome, owner: string): ItemOutcome {
  const { kind, key, action, source } = item;
  const { status, id = item.id, error } = outcome;
  const message = explainBecame(item, outcome);
  const cause = causeOf(error);
  return {
    kind,
    key,
    action,
    id,
    source,
    status,
    ...(message === "" ? {} : { message: `${message}${owner}` }),
    ...(cause === undefined ? {} : { cause }),
  };
}

/** The domain as the service shows it. */
function attachedBy(
  { kind, key, action }: PlanItem,
  { projectId, approved }: AttemptLog,
  { status }: ObjectOutcome,
  { observer }: ReconcileResult,
): [key: string, AttachedDomain][] {
  if (kind !== "domain" || action === "delete" || status !== "done" || projectId === undefined) return [];
  const list = observer.snapshot.domains.get(projectId);
  const name = String(approved.body["name"]);
  const live = list !== undefined && "value" in list ? list.value.find((domain) => domain.name === name) : undefined;
  return [[key, { address: { projectId }, live: live ?? { name } }]];
}
