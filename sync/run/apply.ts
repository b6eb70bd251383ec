import { causeOf } from "../../core/api/cause.ts";
import type { Client } from "../../core/api/client.ts";
import { isConflict } from "../../core/api/errors.ts";
import type { Entry } from "../../core/reconcile/ledger.ts";
import type { Observer, Planning } from "../../core/reconcile/observe.ts";
import { NowhereError } from "../../core/reconcile/nowhere.ts";
import { type Became, becameOf } from "../../core/reconcile/outcome.ts";
import { reconcile, type Reconciled, type ReconcileOptions } from "../../core/reconcile/reconcile.ts";
import type { Plans } from "../../core/reconcile/run.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { AttachedDomain } from "../../core/reconcile/await-domains.ts";
import { isOtherRecord } from "../../core/resources/failures.ts";
import { isWritten, type PlanItem, refusals } from "../../core/plan/plan.ts";
import type { Planned, Planner } from "../../core/plan/planner.ts";
import { lostIn, standOf } from "../../core/plan/stand.ts";
import type { ChildWork } from "../../core/plan/work.ts";
import { type Applied, assembleApplied, type Outcome, StepError } from "../report/outcome.ts";
import { ownerFinder } from "./taken-name.ts";
import { explain } from "../../core/reconcile/explain.ts";
import type { Change } from "../../core/resources/kind.ts";
import { holds, SECRET } from "../../core/resources/hidden.ts";
import { fieldOf } from "../../core/resources/project-fields.ts";
import { hideSensitive, withoutUserInfo } from "../../core/resources/sensitive-values.ts";

/** Longest stored value that a message shows: half a secret would not be found any more. */
const MAX_LENGTH = 200;

/** What a user reads of an outcome. Empty if there is nothing to say. */
function explainBecame(item: PlanItem, became: Became): string {
  const { error, left, notes } = became;
  const hidden = new Set(item.changes.flatMap(({ path, to }) => (to === SECRET ? [path] : [])));
  const said = [error, error?.cause].find((each) => each instanceof StepError);
  const why = said ?? explain(item, became, ({ path }) => hidden.has(path));
  const stored =
    error === undefined && left !== undefined ? left.changes.flatMap((change) => describeStored(change, item)) : [];
  return [why?.message, stored.length === 0 ? undefined : `It stored ${stored.join(", ")}.`, ...notes]
    .filter((part) => part !== undefined)
    .join(" ");
}

function describeStored({ path, from }: Change, { kind, changes }: PlanItem): string[] {
  const planned = changes.find((change) => change.path === path);
  if (planned === undefined || holds(planned.to, SECRET) || holds(planned.from, SECRET)) return [];
  const field = kind === "project" ? fieldOf(path) : undefined;
  // The catalogue describes texts, numbers and booleans: anything else may hold anything.
  if (kind === "component" && typeof (from ?? "") === "object") return [];
  const stored = field === undefined ? withoutUserInfo(from) : hideSensitive(field, from, null, path).from;
  const text = JSON.stringify(stored);
  const shown = text.length > MAX_LENGTH ? `a value of ${text.length} characters` : text;
  return [`${path} as ${(from ?? null) === null ? "nothing" : shown}`];
}

interface ApplyOptions {
  /** Stops new writes; running ones are finished. */
  readonly signal?: AbortSignal | undefined;
  /** Called when an object was written for the first time. */
  readonly onWritten?: () => void;
  /** Only what somebody has reviewed may be written: an object that appears meanwhile is not adopted. Default: false. */
  readonly isReviewed?: boolean;
  /** What writes in place of this process. */
  readonly writeOnce?: ReconcileOptions["writeOnce"] | undefined;
}

/** What a plan was made with: its planner, and what was read for it. */
export interface PlannedWith {
  readonly planner: Planner;
  readonly observer: Observer;
}

interface ApplyResult {
  readonly applied: Applied;
  /** The domains that were attached, by the key of their items. */
  readonly attached: ReadonlyMap<string, AttachedDomain>;
}

/** Carries out a plan. Returns when the service shows what was written. Throws only if the plan may not be applied. */
export async function apply(
  { plan, work }: Planned,
  { planner, observer }: PlannedWith,
  client: Client,
  { signal, onWritten = () => {}, writeOnce, isReviewed = false }: ApplyOptions = {},
): Promise<ApplyResult> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const plans: Plans = {
    all: (snapshot, resends) => mapPlan(planner.all(snapshot, resends), (again) => standOf(again.work)),
    project: (key, snapshot, resends) =>
      mapPlan(planner.project(key, snapshot, resends), (again) => standOf(again === undefined ? [] : [again])),
    lost: (step, before, after) => lostIn(work, step, before, after),
  };
  const resent = new Set(work.flatMap(({ children }) => children.filter(isResent)).map(({ item }) => item.key));
  const approved = standOf(work);
  const steps = new Map([...approved.steps].map(([name, step]) => [name, { ...step, adopts: !isReviewed }]));
  const run = await reconcile(client, { ...approved, steps }, observer, plans, {
    ...(signal === undefined ? {} : { signal }),
    ...(writeOnce === undefined ? {} : { writeOnce }),
    onWritten,
    rewriteSecrets: (key) => resent.has(key),
  });
  const findOwner = ownerFinder(client, [...new Set(work.map(({ declared }) => declared.organization_id))]);
  const became = plan.items.filter(isWritten).flatMap((item) => {
    const entry = run.entries.get(nameOf(item));
    return entry === undefined ? [] : [{ item, entry, became: becameOf(entry, run) }];
  });
  const outcomes = await Promise.all(
    became.map(async ({ item, entry, became: each }) => outcomeOf(item, ...(await withOwner(entry, each)))),
  );
  return {
    applied: assembleApplied(outcomes),
    attached: new Map(became.flatMap(({ item, entry, became: each }) => attachedBy(item, entry, each, run))),
  };

  /** And who has a host name that the service says is taken, or that left its project and did not arrive. */
  async function withOwner({ projectId, approved }: Entry, became: Became): Promise<[became: Became, owner: string]> {
    const { status, error } = became;
    const { kind, action, from, key } = approved;
    const isNowhere = error instanceof NowhereError;
    const isRefused = status === "failed" && (action === "create" ? isConflict(error) : isNowhere);
    if (kind !== "domain" || action === "delete" || !(isRefused || isOtherRecord(error))) return [became, ""];
    const { id, sentence } = await findOwner(key.split("/").slice(2).join("/"));
    // A list that lags may show it at its own two projects, where it is not.
    if (isNowhere && id !== undefined && [projectId, from?.projectId].includes(id)) return [became, ""];
    if (isNowhere && id !== undefined) return [{ ...became, error: new Error(error.reason) }, ` ${sentence}`];
    return [became, id === undefined && !isRefused ? "" : ` ${sentence}`];
  }
}

function isResent(child: ChildWork): boolean {
  return child.kind === "component" && child.resends === true;
}

function mapPlan<Plan, Result>(planning: Planning<Plan>, map: (plan: Plan) => Result): Planning<Result> {
  return "plan" in planning ? { plan: map(planning.plan) } : planning;
}

function outcomeOf(item: PlanItem, became: Became, owner: string): Outcome {
  const { kind, key, action, source } = item;
  const { status, id = item.id, error } = became;
  const message = explainBecame(item, became);
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
  { projectId, approved }: Entry,
  { status }: Became,
  { observer }: Reconciled,
): [key: string, AttachedDomain][] {
  if (kind !== "domain" || action === "delete" || status !== "done" || projectId === undefined) return [];
  const list = observer.snapshot.domains.get(projectId);
  const name = String(approved.body["name"]);
  const live = list !== undefined && "value" in list ? list.value.find((domain) => domain.name === name) : undefined;
  return [[key, { address: { projectId }, live: live ?? { name } }]];
}
