import { isForbidden, isServiceError, isUnauthenticated } from "../../api/errors.ts";
import { explain } from "../../reconcile/explain.ts";
import { isOfOthers, type Entry } from "../../reconcile/ledger.ts";
import type { Planning } from "../../reconcile/observe.ts";
import { becameOf, type Became } from "../../reconcile/outcome.ts";
import { reconcile } from "../../reconcile/reconcile.ts";
import type { Alone, Plans } from "../../reconcile/run.ts";
import type { Snapshot } from "../../reconcile/snapshot.ts";
import { nameOf, projectNameOf, type Obstacle, type Stand, type Step } from "../../reconcile/step.ts";
import { UnreadError, viewOf, type View } from "../../reconcile/view.ts";
import { AmbiguousError, OtherFormError, SecretAtRiskError } from "../../resources/failures.ts";
import { adopts, declaredFields, writeTarget, type Binding, type Declaration } from "../shapes/shape.ts";

/** How the one write of an operation is carried out. */
interface Manner {
  /** Finds the object that the write is about. */
  readonly find: (view: View) => object | undefined;
  /** Called when the first request is over. */
  readonly onWritten?: (entry: Entry) => void;
  readonly alone?: Alone;
}

/** What became of it. */
export interface Written {
  readonly became: Became;
  readonly entry: Entry;
  /** The object as it is now. `undefined` if it cannot be read, and if it is gone. */
  readonly live: object | undefined;
  /** Why it is not done. `undefined` if it is. */
  readonly error: Error | undefined;
  /** Somebody else has created the object of a create. */
  readonly isOfOthers: boolean;
}

/** Creates or updates an object as it is declared, after the last checks. `undefined` if nothing differs. */
export async function writeDeclared(
  binding: Binding,
  declaration: Declaration,
  live: object | undefined,
  manner: Manner,
): Promise<Written | undefined> {
  const { connection, inputs, shape } = binding;
  declaration.checkWrite(live);
  if (live === undefined) connection.guard?.checkCreate(writeTarget(binding), declaredFields(shape, inputs));
  else connection.guard?.checkUpdate(writeTarget(binding, binding.idOf(live)), declaration.compare(live));
  const step = declaration.step(live, true);
  return step && writeOne(binding, { ...step, adopts: adopts(binding) }, manner, declaration);
}

/** Carries out one write as the loop does it: writes, looks again, and says what became of it. `declaration`: absent for a deletion. */
export async function writeOne(
  binding: Binding,
  approved: Step,
  { find, onWritten = () => {}, alone = {} }: Manner,
  declaration?: Declaration,
): Promise<Written> {
  const { client, observer, newProjects } = binding.connection;
  const name = nameOf(approved);
  let found: object | undefined;
  const plan = (snapshot: Snapshot, mayResend: () => boolean): Planning<Stand> => {
    const view = viewOf(snapshot);
    try {
      found = find(view);
      const left = declaration === undefined ? approved : declaration.step(found, mayResend());
      return { plan: standOf(approved, found && binding.idOf(found), left) };
    } catch (error) {
      if (error instanceof UnreadError) return { needs: view.needs() };
      found = undefined;
      return { plan: { ...standOf(approved, undefined, undefined), obstacles: new Map([[name, obstacleOf(error)]]) } };
    }
  };
  const plans: Plans = {
    all: (snapshot, mayResend) => plan(snapshot, () => mayResend(approved.key)),
    project: (_key, snapshot, mayResend) => plan(snapshot, () => mayResend(approved.key)),
    lost: (step, before, after) => declaration?.lost(step, before, after) ?? [],
  };
  const stand = standOf(approved, approved.id, approved);
  const options = { alone, onWritten, created: newProjects, rewriteSecrets: () => true };
  const reconciled = await reconcile(client, stand, observer, plans, options);
  const entry = reconciled.entries.get(name);
  if (entry === undefined) throw new Error(`${name} was not approved.`);
  const became = becameOf(entry, reconciled);
  // The lists have what it was. No other operation may take it for a read of its own.
  if (became.id !== undefined) observer.forget([binding.part(became.id)]);
  const error = explain(approved, became, ({ path }) => binding.isHidden(path));
  return { became, entry, live: found, error, isOfOthers: isOfOthers(entry) };
}

/** A project is known by its id, whatever its slug is by now. */
function standOf(approved: Step, id: string | undefined, step: Step | undefined): Stand {
  const { projectId } = approved;
  const ids = new Map(projectId === undefined ? [] : [[projectNameOf(approved), projectId]]);
  if (id !== undefined) ids.set(nameOf(approved), id);
  return { steps: new Map(step === undefined ? [] : [[nameOf(approved), step]]), ids, obstacles: new Map() };
}

function obstacleOf(error: unknown): Obstacle {
  const isDoubled = error instanceof AmbiguousError && error.ids.length > 1;
  if (error instanceof AmbiguousError || error instanceof OtherFormError || error instanceof SecretAtRiskError)
    return { error, isDoubled, isUnread: false, mayPass: false };
  if (!isServiceError(error)) throw error;
  return { error, isDoubled: false, isUnread: true, mayPass: !isForbidden(error) && !isUnauthenticated(error) };
}
