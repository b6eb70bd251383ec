import { isForbidden, isServiceError, isUnauthenticated } from "../../core/api/errors.ts";
import { explain } from "../../core/reconcile/explain.ts";
import type { AttemptLog } from "../../core/reconcile/attempts.ts";
import type { Planning } from "../../core/reconcile/observe.ts";
import { objectOutcome } from "../../core/reconcile/object-outcome.ts";
import type { ObjectOutcome } from "../../core/reconcile/outcome.ts";
import { reconcile } from "../../core/reconcile/reconcile.ts";
import type { SingleObject, Plans } from "../../core/reconcile/loop-run.ts";
import type { Snapshot } from "../../core/reconcile/snapshot.ts";
import {
  nameOf,
  projectNameOf,
  type Blocker,
  type RemainingPlan,
  type Step,
  type StepFrame,
} from "../../core/reconcile/step.ts";
import { UnreadError, viewOf, type View } from "../../core/reconcile/snapshot-view.ts";
import { AmbiguousError, OtherFormError, SecretAtRiskError } from "../../core/resources/failures.ts";
import { adopts, declaredFields, requiredText, type Resource } from "../kinds/resource-kind.ts";
import { idOf, nameIn, projectIdIn, pulumiId, writeTarget } from "../kinds/names.ts";

interface WriteOneOptions {
  /** The object that the write is about. */
  readonly find: (view: View) => object | undefined;
  /** The step that is left, if this object is live. `forceSecrets`: with the secrets that the service hides. */
  readonly stepFor: (live: object | undefined, forceSecrets: boolean) => Step | undefined;
  /** Called when the first request is over. */
  readonly onWritten?: (log: AttemptLog) => void;
  readonly singleObject?: SingleObject;
}

export interface WriteOneResult {
  readonly outcome: ObjectOutcome;
  readonly log: AttemptLog;
  /** The object as it is now. `undefined` if it cannot be read, and if it is gone. */
  readonly live: object | undefined;
  /** Why it is not done. */
  readonly error: Error | undefined;
}

/** Creates or updates an object as it is declared, after the last checks. `undefined` if nothing differs. */
export async function writeDeclared(
  resource: Resource,
  live: object | undefined,
  manner: Omit<WriteOneOptions, "stepFor">,
): Promise<WriteOneResult | undefined> {
  const { guard } = resource.connection;
  resource.checkWrite?.(live);
  if (live === undefined) guard?.check("create", writeTarget(resource), declaredFields(resource.kind, resource.inputs));
  else {
    const changes = resource.compare(live, true).map(({ path, to }) => [path, to]);
    guard?.check("update", writeTarget(resource, idOf(resource, live)), Object.fromEntries(changes));
  }
  const stepFor: WriteOneOptions["stepFor"] = (found, forceSecrets) => declaredStep(resource, found, forceSecrets);
  const step = stepFor(live, true);
  return step && writeOne(resource, step, { ...manner, stepFor });
}

/** The create or update of an object as it is declared. `undefined` if nothing differs. */
function declaredStep(resource: Resource, live: object | undefined, forceSecrets: boolean): Step | undefined {
  if (live !== undefined && resource.compare(live, forceSecrets).length === 0) return undefined;
  const { connection, inputs } = resource;
  const [projectId, name] = [projectIdIn(resource), nameIn(resource)];
  const frame: StepFrame = {
    key: projectId === undefined ? name : `${projectId}/${name}`,
    project: projectId ?? name,
    projectId: projectId ?? (live && idOf(resource, live)),
    action: live === undefined ? "create" : "update",
    organizationId: projectId === undefined ? requiredText(inputs, "organization_id") : "",
    slugs: [],
  };
  return { ...resource.step(frame, live, forceSecrets), adopts: adopts(inputs, connection) };
}

/** Carries out one write as the loop does it: writes, looks again, and says what became of it. */
export async function writeOne(
  resource: Resource,
  approved: Step,
  { find, stepFor, onWritten = () => {}, singleObject = {} }: WriteOneOptions,
): Promise<WriteOneResult> {
  const { client, observer, newProjects } = resource.connection;
  const name = nameOf(approved);
  let found: object | undefined;
  const plan = (snapshot: Snapshot, mayResend: (key: string) => boolean): Planning<RemainingPlan> => {
    const view = viewOf(snapshot);
    try {
      found = find(view);
      const step = stepFor(found, mayResend(approved.key));
      return { plan: remainingOf(approved, { id: found && idOf(resource, found), step }) };
    } catch (error) {
      if (error instanceof UnreadError) return { needs: view.needs() };
      found = undefined;
      return { plan: remainingOf(approved, { blocker: blockerOf(error) }) };
    }
  };
  const plans: Plans = {
    all: plan,
    project: (_key, snapshot, mayResend) => plan(snapshot, mayResend),
    lost: (step, before, after) => resource.lost?.(step, before, after) ?? [],
  };
  const remaining = remainingOf(approved, { id: approved.id, step: approved });
  const options = { singleObject, onWritten, created: newProjects, rewriteSecrets: () => true };
  const reconciled = await reconcile(client, remaining, observer, plans, options);
  const log = reconciled.logs.get(name);
  if (log === undefined) throw new Error(`${name} was not approved.`);
  const outcome = objectOutcome(log, reconciled);
  // The lists have what it was. No other operation may take it for a read of its own.
  if (outcome.id !== undefined) observer.forget([{ of: resource.kind.name, key: pulumiId(resource, outcome.id) }]);
  const error = explain(approved, outcome, ({ path }) => resource.isHidden?.(path) ?? false);
  return { outcome, log, live: found, error };
}

/** The rest of one write. A project is known by its id, whatever its slug is by now. */
function remainingOf(
  approved: Step,
  {
    id,
    step,
    blocker,
  }: { readonly id?: string | undefined; readonly step?: Step | undefined; readonly blocker?: Blocker },
): RemainingPlan {
  const name = nameOf(approved);
  const ids = new Map([...mapOf(projectNameOf(approved), approved.projectId), ...mapOf(name, id)]);
  return { steps: mapOf(name, step), ids, blockers: mapOf(name, blocker) };
}

function mapOf<Value>(name: string, value: Value | undefined): Map<string, Value> {
  return new Map(value === undefined ? [] : [[name, value]]);
}

function blockerOf(error: unknown): Blocker {
  const isDoubled = error instanceof AmbiguousError && error.ids.length > 1;
  if (error instanceof AmbiguousError || error instanceof OtherFormError || error instanceof SecretAtRiskError)
    return { error, isDoubled, isUnread: false, mayPass: false };
  if (!isServiceError(error)) throw error;
  return { error, isDoubled: false, isUnread: true, mayPass: !isForbidden(error) && !isUnauthenticated(error) };
}
